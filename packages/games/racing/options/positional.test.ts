import fc from "fast-check";
import { expect, test } from "vitest";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { possiblePayout } from "../../settle.ts";
import { CARS } from "../racing.ts";
import { POSITIONAL } from "./positional.ts";

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

proveOption(POSITIONAL, (picked) =>
  PLACES.flatMap((place) =>
    (picked[`place${String(place)}`] ?? []).map((car) => ({
      key: "car",
      wins: (numbers: readonly number[]) => String(numbers[place - 1]) === car,
    })),
  ),
);

test.each<[string, Record<string, readonly string[]>, bigint, bigint]>([
  ["a car ticked for two places wins in one of them", { place1: ["7"], place2: ["7"] }, 1n, 1n],
  ["two cars in two places win both or one", { place1: ["7"], place2: ["8"] }, 1n, 2n],
  ["a place with every car always wins", { place1: CARS, place2: ["1", "2"] }, 1n, 2n],
  ["nine cars of a place and the tenth of all others win two at least", ninesAndTenth(), 2n, 2n],
])("%s", (_, picked, min, max) => {
  const picks = mustRead(
    POSITIONAL,
    Object.entries(picked).map(([code, items]) => ({ code, items })),
  );
  expect(possiblePayout(POSITIONAL, picks, 1n, { car: 10_000n })).toEqual({ min, max });
});

// The tenth car is in the first place and nothing wins, or it is elsewhere and both places do.
function ninesAndTenth(): Record<string, readonly string[]> {
  return {
    place1: CARS.slice(0, 9),
    ...Object.fromEntries(PLACES.slice(1).map((place) => [`place${String(place)}`, ["10"]])),
  };
}

/** The least and the most ticks that win together in any of the 3,628,800 races that one wins at least. */
function fewestAndMost(ticked: readonly number[]): { min: bigint; max: bigint } {
  const won = Array<boolean>(PLACES.length + 1).fill(false);
  const fill = (place: number, left: number, wins: number): void => {
    if (left === 0) won[wins] = true;
    for (let rest = left; rest !== 0; rest &= rest - 1) {
      const car = rest & -rest;
      fill(place + 1, left ^ car, wins + ((ticked[place] ?? 0) & car ? 1 : 0));
    }
  };
  fill(0, 1023, 0);
  return { min: BigInt(won.indexOf(true, 1)), max: BigInt(won.lastIndexOf(true)) };
}

test("knows the minimum and maximum of ticks that win together over all races", () => {
  const cars = fc.oneof(fc.nat(1023), fc.constantFrom(0, 1023, 1, 1022));
  fc.assert(
    fc.property(fc.array(cars, { minLength: 10, maxLength: 10 }), (ticked) => {
      if (ticked.every((mask) => mask === 0)) return;
      const groups = ticked.map((mask, at) => ({
        code: `place${String(at + 1)}`,
        items: CARS.filter((_, car) => (mask & (1 << car)) !== 0),
      }));
      const paid = possiblePayout(POSITIONAL, mustRead(POSITIONAL, groups), 1n, { car: 10_000n });
      expect(paid).toEqual(fewestAndMost(ticked));
    }),
    { numRuns: 5, endOnFailure: true },
  );
}, 60_000);
