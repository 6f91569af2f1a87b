import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GAMES } from "../catalog.ts";
import { drawFor } from "../draw.ts";
import { facts } from "../facts.ts";
import { type TrackedDraw, tracksOf, valuesOf } from "./tracks.ts";
import { omissionRows, trendsOf, type TrackTrend } from "./trend.ts";

const CODES = ["FFC", "K3", "PK10", "LHC"] as const;
const familyOf = (code: (typeof CODES)[number]) => {
  const game = GAMES.find((each) => each.code === code);
  if (game === undefined) throw new RangeError(code);
  return game.family;
};

/** Draws of a game, each from twelve random numbers. */
const drawsOf = (code: (typeof CODES)[number], maxLength: number) =>
  fc.array(fc.array(fc.nat(0xff_ff), { minLength: 12, maxLength: 12 }), { maxLength }).map((all) =>
    all.map((chance): TrackedDraw => {
      let at = 0;
      const numbers = drawFor(familyOf(code))((n) => (chance[at++] ?? 0) % n);
      return { numbers, facts: facts(code, numbers, 2026) };
    }),
  );

/** The same figures by a naive count: one pass over all draws for each of them. */
function recount(trend: TrackTrend, shown: readonly string[][], before: readonly string[][]) {
  const all = [...before, ...shown];
  /** Draws since the value last occurred, counted back from draw `end` of all. */
  const omissionAt = (value: string, end: number): number => {
    let omission = 0;
    while (omission < end && all[end - 1 - omission]?.includes(value) !== true) omission += 1;
    return omission;
  };
  const ends = shown.map((_, at) => before.length + at + 1);
  const runs = (value: string): number[] =>
    shown.map((_, from) => {
      let length = 0;
      while (shown[from + length]?.includes(value) === true) length += 1;
      return length;
    });
  return {
    opening: trend.values.map((value) => omissionAt(value, before.length)),
    rows: ends.map((end) => trend.values.map((value) => omissionAt(value, end))),
    count: trend.values.map((value) => shown.filter((values) => values.includes(value)).length),
    omission: trend.values.map((value) => omissionAt(value, all.length)),
    longest: trend.values.map((value) => Math.max(0, ...ends.map((end) => omissionAt(value, end)))),
    streak: trend.values.map((value) => Math.max(0, ...runs(value))),
  };
}

describe.each(CODES)("%s", (code) => {
  const family = familyOf(code);

  test("equals a naive count", () => {
    fc.assert(
      fc.property(drawsOf(code, 20), drawsOf(code, 15), (draws, before) => {
        const values = (list: readonly TrackedDraw[], at: number) =>
          list.map((draw) => [...(valuesOf(draw)[at] ?? [])]);
        trendsOf(family, draws, before).forEach((trend, at) => {
          const { opening, count, omission, longest, streak } = trend;
          const rows = omissionRows(trend);
          expect({ opening, rows, count, omission, longest, streak }).toEqual(
            recount(trend, values(draws, at), values(before, at)),
          );
          expect(trend.hits.map((hit) => hit.map((place) => trend.values[place]))).toEqual(values(draws, at));
        });
      }),
      { numRuns: 40 },
    );
  });

  test("every value of a draw is one of its track's, once; sides and single values are alone", () => {
    fc.assert(
      fc.property(drawsOf(code, 3), (draws) => {
        for (const draw of draws) {
          const all = valuesOf(draw);
          tracksOf(family).forEach(({ kind, values }, at) => {
            const shown = all[at] ?? [];
            expect(values).toEqual(expect.arrayContaining([...shown]));
            expect(new Set(shown).size).toBe(shown.length);
            if (kind !== "many") expect(shown).toHaveLength(1);
          });
        }
      }),
    );
  });

  test("no two tracks are the same", () => {
    const names = tracksOf(family).map(({ fact, place }) => `${fact} ${String(place ?? "")}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

const digits = (...units: number[]): TrackedDraw[] =>
  units.map((unit) => {
    const numbers = [1, 2, 3, 4, unit];
    return { numbers, facts: facts("FFC", numbers) };
  });
const units = (draws: TrackedDraw[], before: TrackedDraw[] = []): TrackTrend => {
  const found = trendsOf("five-digits", draws, before).find(
    ({ fact, place }) => fact === "number" && place === 5,
  );
  if (found === undefined) throw new Error("no units");
  return found;
};

test("an example: the units of six draws", () => {
  const trend = units(digits(1, 3, 3, 3, 9, 3), digits(7, 1, 1));
  expect(trend.count).toEqual([0, 1, 0, 4, 0, 0, 0, 0, 0, 1]);
  expect(trend.omission).toEqual([9, 5, 9, 0, 9, 9, 9, 8, 9, 1]);
  // Never before: its omission stood at 7 when it came, and was at most 7 at a draw.
  expect(trend.longest[9]).toBe(7);
  expect(trend.average).toEqual([6, 3, 6, 1, 6, 6, 6, 6, 6, 3]);
  expect(trend.streak[3]).toBe(3);
  expect(trend.run).toEqual({ value: 3, length: 1 });
  expect(omissionRows(trend)[0]?.[7]).toBe(3);
});

test("without a draw all counts are zero and there is no run", () => {
  const trend = units([]);
  expect(trend.run).toBeNull();
  expect(trend.hits).toEqual([]);
  expect(trend.count.every((count) => count === 0)).toBe(true);
});

test("ball 49 is a tie on the sides of the special and none on those of the total", () => {
  const numbers = [1, 2, 3, 4, 5, 6, 49];
  const [draw] = [{ numbers, facts: facts("LHC", numbers, 2026) }];
  const trends = trendsOf("mark-six", [draw]);
  const shown = (fact: string) => {
    const trend = trends.find((each) => each.fact === fact);
    return trend?.values[trend.hits[0]?.[0] ?? -1];
  };
  expect([shown("bigSmall"), shown("sumOddEven"), shown("totalBigSmall")]).toEqual(["tie", "tie", "small"]);
  expect(trends.find(({ fact }) => fact === "bigSmall")?.road).toEqual({ openingTies: 1, columns: [] });
});
