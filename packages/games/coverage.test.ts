import { describe, expect, test } from "vitest";
import type { PickedGroups } from "./bet.ts";
import { findOption, GAMES, optionsOf, type GameCode } from "./catalog.ts";
import { CoverageBook, coverageBound, coversMoreThan, type Coverage, type CoverLine } from "./coverage.ts";
import { randomPicks, seededUniform } from "./testing/random-picks.ts";
import { readPicks } from "./picks.ts";
import { everyDraw } from "./testing/draws.ts";

const LUNAR_YEAR = 2026;

function line(game: GameCode, code: string, groups: PickedGroups): CoverLine {
  const option = findOption(game, code);
  if (option === undefined) throw new Error(`${game} has no ${code}`);
  const read = readPicks(option, groups);
  if (!read.ok) throw new Error(`${code}: ${JSON.stringify(read.reason)}`);
  return { option, picks: read.picks };
}

function coverageOf(game: GameCode, ...lines: readonly CoverLine[]): Coverage {
  const family = GAMES.find(({ code }) => code === game)?.family ?? "dice";
  return done(
    new CoverageBook(family, LUNAR_YEAR).cover(new Map(lines.map((each, at) => [String(at), each]))),
  );
}

function done<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { value, done: over } = steps.next();
    if (over === true) return value;
  }
}

describe("what selections cover together", () => {
  test.each(["FFC", "K3"] as const)(
    "is exact for every option of %s",
    (game) => {
      const family = game === "K3" ? "dice" : "five-digits";
      const uniform = seededUniform(7);
      const book = new CoverageBook(family);
      let before: [string, CoverLine] | undefined;
      for (const option of optionsOf(game)) {
        const one: [string, CoverLine] = [option.code, line(game, option.code, randomPicks(option, uniform))];
        const lines = new Map(before === undefined ? [one] : [one, before]);
        const coverage = done(book.cover(lines));
        const covered = everyDraw(family).filter((numbers) =>
          [...lines.values()].some(
            ({ option: { settle }, picks }) => settle(picks, { numbers }).wins.length > 0,
          ),
        ).length;
        // Draws that no line distinguishes are not enumerated one by one.
        const scale = everyDraw(family).length / coverage.draws;
        expect([option.code, coverage.exact, coverage.covered * scale]).toEqual([option.code, true, covered]);
        before = one;
      }
    },
    60_000,
  );

  test("is exact for racing up to five places, whichever they are", () => {
    const place = (at: number, cars: readonly string[]) =>
      line("PK10", "YZSM.YZSM", [{ code: `place${at}`, items: cars }]);
    const eight = ["1", "2", "3", "4", "5", "6", "7", "8"];
    // Eight cars of ten cover exactly 80 % of the draws, not more.
    expect(coverageOf("PK10", place(3, eight))).toEqual({ covered: 8, draws: 10, exact: true });
    expect(coversMoreThan(coverageOf("PK10", place(3, eight)), 80)).toBe(false);
    expect(coversMoreThan(coverageOf("PK10", place(3, [...eight, "9"])), 80)).toBe(true);
    // Four cars in each of two places: 4 · 4 ordered pairs less those of one car twice overlap.
    const two = coverageOf("PK10", place(1, eight.slice(0, 4)), place(10, eight.slice(0, 4)));
    expect(two).toEqual({ covered: 90 - 6 * 5, draws: 90, exact: true });
    const duel = (side: string) => line("PK10", "LMP.LMP", [{ code: "dragon-tiger2", items: [side] }]);
    expect(coverageOf("PK10", duel("dragon"))).toEqual({ covered: 45, draws: 90, exact: true });
    expect(coverageOf("PK10", duel("dragon"), duel("tiger"))).toEqual({
      covered: 90,
      draws: 90,
      exact: true,
    });
  });

  test("uses the same sample of draws each time if racing or Mark Six has too many", () => {
    const every = Array.from({ length: 10 }, (_, at) =>
      line("PK10", "YZSM.YZSM", [{ code: `place${at + 1}`, items: ["1"] }]),
    );
    // Car 1 is always in one of the ten places.
    expect(coverageOf("PK10", ...every)).toEqual({ covered: 40_000, draws: 40_000, exact: false });
    const some = coverageOf("PK10", ...every.slice(0, 8));
    expect(some).toEqual(coverageOf("PK10", ...every.slice(0, 8)));
    expect(some.covered / some.draws).toBeCloseTo(0.8, 2);
    // A sampled share slightly above 80 % by chance does not count as more.
    expect(coversMoreThan(some, 80)).toBe(false);
    expect(coversMoreThan(coverageOf("PK10", ...every.slice(0, 9)), 80)).toBe(true);
    const regular = coverageOf(
      "LHC",
      line("LHC", "ZM.ZMA", [{ code: "numbers", items: ["1", "2", "3", "4"] }]),
    );
    // No ball of four among six of 49.
    const none = [0, 1, 2, 3].reduce((share, at) => (share * (43 - at)) / (49 - at), 1);
    expect(regular.exact).toBe(false);
    expect(Math.abs(regular.covered / regular.draws - (1 - none))).toBeLessThan(4 * 0.0025);
  });

  test("counts refunds: ball 49 of Mark Six", () => {
    const side = (item: string) => line("LHC", "TM.LM", [{ code: "side", items: [item] }]);
    const big = coverageOf("LHC", side("big"));
    expect(big).toEqual({ covered: 25, draws: 49, exact: true });
    expect(coverageOf("LHC", side("big"), side("small"))).toEqual({ covered: 49, draws: 49, exact: true });
  });

  test("ends as soon as it is known whether a share is exceeded", () => {
    const digits = (items: readonly string[]) => line("FFC", "YX.DWD", [{ code: "place1", items }]);
    const lines = new Map([["digits", digits(["0", "1", "2", "3", "4", "5", "6", "7", "8"])]]);
    const early = done(new CoverageBook("five-digits").cover(lines, 80));
    expect([early.covered, coversMoreThan(early, 80)]).toEqual([9, true]);
    const few = done(new CoverageBook("five-digits").cover(new Map([["digits", digits(["0"])]]), 80));
    expect(coversMoreThan(few, 80)).toBe(false);
  });

  test("is taken from a sample when a slip is too large for an exact result", () => {
    const uniform = seededUniform(3);
    const option = findOption("FFC", "WX.Z120");
    if (option === undefined) throw new Error("no such option");
    const many = Array.from({ length: 70 }, () => line("FFC", "WX.Z120", randomPicks(option, uniform)));
    const coverage = coverageOf("FFC", ...many);
    expect(coverage).toMatchObject({ exact: false, draws: 4_096 });
    // All five digits differ in 30.24 % of the draws.
    expect(coverage.covered / coverage.draws).toBeLessThan(0.34);
  });
});

test("the bound of a selection is never below its coverage", () => {
  const uniform = seededUniform(11);
  for (const { code: game, family } of [GAMES[0], GAMES[3], GAMES[4], GAMES[6]].filter(
    (g) => g !== undefined,
  )) {
    const book = new CoverageBook(family, LUNAR_YEAR);
    for (const option of optionsOf(game)) {
      const groups = option.board.groups.map(({ code, items, min }) => ({
        code,
        items: items.slice(0, min),
      }));
      const picks = readPicks(option, groups).ok ? groups : randomPicks(option, uniform);
      const only = line(game, option.code, picks);
      const { covered, draws, exact } = done(book.cover(new Map([[option.code, only]])));
      const bound = coverageBound(option, option.count(only.picks));
      expect([option.code, covered / draws <= bound + (exact ? 1e-12 : 0.012)]).toEqual([option.code, true]);
    }
  }
}, 60_000);
