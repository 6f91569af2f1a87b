import { expect, test } from "vitest";
import { mustRead, proveOption } from "../../proof/prove.ts";
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
