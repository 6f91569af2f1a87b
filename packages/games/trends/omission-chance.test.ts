import { describe, expect, test } from "vitest";
import { type GameCode, familyOf } from "../catalog.ts";
import { drawFor } from "../draw.ts";
import { facts } from "../facts.ts";
import { formatFraction, fraction, toNumber } from "../fraction.ts";
import { everyDraw } from "../testing/draws.ts";
import { readPicks } from "../picks.ts";
import { betOnTrack, trackOfGroup } from "./bet-on-track.ts";
import { omissionChance, shareOf, valueChance } from "./omission-chance.ts";
import { tracksOf, valuesOf } from "./tracks.ts";

const YEAR = 2026;

/** Every draw of a game that can be listed; of the others all ordered first pairs, and all special balls. */
function draws(game: GameCode): readonly (readonly number[])[] {
  const cars = Array.from({ length: 10 }, (_, at) => at + 1);
  if (game === "PK10") {
    return cars.flatMap((first) =>
      cars
        .filter((second) => second !== first)
        .map((second) => [first, second, ...cars.filter((car) => car !== first && car !== second)]),
    );
  }
  if (game === "LHC") {
    return Array.from({ length: 49 }, (_, special) => {
      const others = Array.from({ length: 49 }, (_ball, at) => at + 1).filter((ball) => ball !== special + 1);
      return [...others.slice(0, 6), special + 1];
    });
  }
  return everyDraw(familyOf(game));
}

describe.each(["FFC", "K3", "PK10", "LHC"] as const)("%s", (game) => {
  const family = familyOf(game);
  const tracks = tracksOf(family);
  const all = draws(game).map((numbers) => valuesOf({ numbers, facts: facts(game, numbers, YEAR) }));

  test("the chance of each value is that of counting every draw", () => {
    tracks.forEach((track, at) => {
      // The listed races and balls are all there are of their first places and of the special only.
      const counted =
        game === "PK10"
          ? track.fact === "sum" || (track.place ?? 9) < 3
          : game !== "LHC" || track.fact !== "balls";
      if (track.kind === "sides" || !counted) return;
      const times = new Map<string, number>();
      for (const values of all)
        for (const value of values[at] ?? []) times.set(value, (times.get(value) ?? 0) + 1);
      for (const value of track.values) {
        const chance = valueChance(family, track, value, YEAR);
        expect(chance, `${track.fact} ${value}`).toEqual(fraction(times.get(value) ?? 0, all.length));
      }
    });
  });

  test("a bet on a track wins exactly in the draws that show its value", () => {
    tracks.forEach((track, at) => {
      const bet = track.kind === "sides" ? null : betOnTrack(game, track);
      if (bet === null) return;
      expect(trackOfGroup(game, bet.option, bet.group.code)).toBe(track);
      const value = track.values.at(-1) ?? "";
      const read = readPicks(bet.option, [{ code: bet.group.code, items: [value] }]);
      if (!read.ok) throw new Error(value);
      const wrong = draws(game).filter((numbers, draw) => {
        const wins = bet.option.settle(read.picks, { numbers, lunarYear: YEAR }).wins.length > 0;
        return wins !== (all[draw]?.[at]?.includes(value) ?? false);
      });
      expect(wrong, track.fact).toEqual([]);
    });
  });
});

test("one of seven balls, any place of a race, a face on any of three dice", () => {
  const write = (...of: Parameters<typeof valueChance>) => {
    const chance = valueChance(...of);
    return chance && formatFraction(chance);
  };
  expect(write("mark-six", { fact: "balls" }, "17")).toBe("1/7");
  expect(write("racing", { fact: "number" }, "10")).toBe("1/10");
  expect(write("dice", { fact: "faces" }, "6")).toBe("91/216");
  // The animal of the year has five balls, each other one four.
  expect(write("mark-six", { fact: "zodiac" }, "horse", YEAR)).toBe("5/49");
  expect(write("mark-six", { fact: "zodiac" }, "rat", YEAR)).toBe("4/49");
  expect(write("mark-six", { fact: "zodiac" }, "rat")).toBeUndefined();
  expect(write("five-digits", { fact: "bigSmall" }, "big")).toBeUndefined();
});

test("27 draws without 7 happen in 1 of 17 such runs, exactly (9/10)^27", () => {
  const chance = omissionChance(fraction(1, 10), 27);
  expect(chance).toEqual(fraction(9n ** 27n, 10n ** 27n));
  expect(shareOf(chance)).toEqual({ part: 1, of: 17 });
  expect(omissionChance(fraction(1, 10), 0)).toEqual(fraction(1));
});

test("the chance is that of counting every row of draws", () => {
  // Every row of three throws of one of three dice: those without a six.
  const faces = [1, 2, 3, 4, 5, 6];
  const rows = faces.flatMap((a) => faces.flatMap((b) => faces.map((c) => [a, b, c])));
  const without = rows.filter((row) => !row.includes(6)).length;
  const chance = valueChance("dice", { fact: "number" }, "6");
  expect(chance && omissionChance(chance, 3)).toEqual(fraction(without, rows.length));
});

test("a simulated year of draws comes close", () => {
  let state = 7;
  const uniform = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const units = Array.from({ length: 120_000 }, () => drawFor("five-digits")(uniform)[4]);
  const runs = Math.floor(units.length / 10);
  const without = Array.from({ length: runs }, (_, at) => units.slice(at * 10, at * 10 + 10)).filter(
    (run) => !run.includes(7),
  ).length;
  expect(without / runs).toBeCloseTo(toNumber(omissionChance(fraction(1, 10), 10)), 1);
});

test.each([
  [fraction(1), { part: 10, of: 10 }],
  [fraction(9, 10), { part: 9, of: 10 }],
  [fraction(81, 100), { part: 8, of: 10 }],
  [fraction(1, 10), { part: 1, of: 10 }],
  [fraction(1, 4), { part: 3, of: 10 }],
  [fraction(1, 1_000_000), { part: 1, of: 1_000_000 }],
  [fraction(0), undefined],
] as const)("%o in plain figures is %o", (chance, share) => {
  expect(shareOf(chance)).toEqual(share);
});
