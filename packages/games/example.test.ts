import { describe, expect, test } from "vitest";
import { GAMES, optionsOf } from "./catalog.ts";
import { isDraw } from "./draw.ts";
import { exampleOf } from "./example.ts";
import { mustRead } from "./testing/prove.ts";
import { countBets, settle } from "./settle.ts";

// Games of a family share their options, so each family is tested once.
const every = [...new Map(GAMES.map(({ code, family }) => [family, code])).entries()].flatMap(
  ([family, game]) => optionsOf(game).map((option) => ({ family, code: option.code, option })),
);

const OPTIONS_WITH_ONE_BET = new Set(["STHTX.STHTX", "SLHTX.SLHTX", "SX.HX"]);

describe.each(every)("$family $code", ({ family, code, option }) => {
  test("has an example that is legal and wins", () => {
    const { groups, bets, result, outcome } = exampleOf(option);
    const picks = mustRead(option, groups);
    expect(isDraw(family, result.numbers)).toBe(true);
    expect(countBets(option, picks)).toBe(bets);
    expect(settle(option, picks, result)).toEqual(outcome);
    expect(outcome.wins.reduce((won, { count }) => won + count, 0)).toBeGreaterThan(0);
    if (OPTIONS_WITH_ONE_BET.has(code)) expect(bets).toBe(1);
    else expect(bets).toBeGreaterThan(1);
  });

  test("has the same example on every call and in every run", () => {
    expect(exampleOf(option)).toBe(exampleOf(option));
    // A copy of the option is not in the cache, so its example is searched again.
    expect(exampleOf({ ...option })).toEqual(exampleOf(option));
  });
});

test("an example of Mark Six is drawn in the requested lunar year", () => {
  for (const { option } of every.filter(({ family }) => family === "mark-six")) {
    for (const lunarYear of [2024, 2027]) {
      const { groups, result, outcome } = exampleOf(option, lunarYear);
      expect(result.lunarYear).toBe(lunarYear);
      expect(settle(option, mustRead(option, groups), { numbers: result.numbers, lunarYear })).toEqual(
        outcome,
      );
      expect(outcome.wins).not.toEqual([]);
    }
  }
});

test("the lunar year is left out where it does not matter", () => {
  for (const { option } of every.filter(({ family }) => family !== "mark-six")) {
    expect(exampleOf(option, 2027)).toBe(exampleOf(option));
    expect(exampleOf(option).result.lunarYear).toBeUndefined();
  }
});
