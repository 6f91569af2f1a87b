import { parseOdds } from "@lotus/money";
import { describe, expect, test } from "vitest";
import type { Option } from "./bet.ts";
import { findOption, GAMES, optionsOf } from "./catalog.ts";
import { compareFractions, formatFraction, fraction, toNumber } from "./fraction.ts";
import { itemOddsKey, oddsKeysOf } from "./odds-key.ts";
import { betReturns, checkOdds, defaultOdds, oddsReturning, returnToPlayer } from "./odds.ts";

const odds = (text: string): bigint => {
  const read = parseOdds(text);
  if (!read.ok) throw new Error(text);
  return read.value;
};

const every = GAMES.flatMap(({ code }) =>
  optionsOf(code).map((option) => ({ game: code, code: option.code, option })),
);
const k3 = (code: string): Option => {
  const option = optionsOf("K3").find((each) => each.code === code);
  if (option === undefined) throw new Error(code);
  return option;
};

test.each([
  ["STHTX.STHTX", "31.50"],
  ["STHDX.STHDX", "180.00"],
  ["SBTH.SBTH", "31.50"],
  ["SLHTX.SLHTX", "7.87"],
  ["ETHFX.ETHFX", "12.50"],
  ["ETHFX.ETHFX_EXCL", "14.04"],
  ["ETHDX.ETHDX", "63.00"],
  ["EBTH.EBTH", "6.30"],
])("K3 %s pays %s", (code, figure) => {
  expect(defaultOdds("K3", k3(code))).toEqual({ hit: odds(figure) });
});

test("K3 sums and sides return 87.5 %", () => {
  const table = defaultOdds("K3", k3("HZ.HZ"));
  expect(table["sum3"]).toBe(odds("189.00"));
  expect(table["sum10"]).toBe(odds("7.00"));
  expect(table["big"]).toBe(odds("1.75"));
});

test("the odds of three same single can be set to 189", () => {
  expect(defaultOdds("K3", k3("STHDX.STHDX"), { k3ThreeSameSingle: 189 })).toEqual({ hit: odds("189.00") });
});

test.each([
  ["LM.SZE", { two: odds("23.80"), three: odds("130.90") }],
  ["LM.EZT", { two: odds("61.50"), special: odds("37.40") }],
])("%s of Mark Six returns 97.53 %% over both its tiers", (code, table) => {
  const option = findOption("LHC", code);
  if (option === undefined) throw new Error(code);
  expect(defaultOdds("LHC", option)).toEqual(table);
  const returns = betReturns(option, table);
  expect(returns.map(({ share }) => (toNumber(share) * 100).toFixed(2))).toEqual(["97.53"]);
});

test.each(every.filter(({ game }) => game === "FFC"))(
  "FFC $code returns 97.5 % less what the cut takes",
  (each) => {
    for (const { share } of betReturns(each.option, defaultOdds("FFC", each.option))) {
      expect(compareFractions(share, fraction(975, 1000))).toBeLessThanOrEqual(0);
      expect(compareFractions(share, fraction(970, 1000))).toBeGreaterThan(0);
    }
  },
);

test.each(every)("the default odds of $game $code are accepted", ({ game, option }) => {
  expect(checkOdds(option, defaultOdds(game, option))).toBeUndefined();
});

test("odds for a share leave room for refunds and are cut, not rounded", () => {
  expect(oddsReturning(fraction(975, 1000), fraction(24, 49), fraction(1, 49))).toBe(odds("1.94"));
  expect(oddsReturning(fraction(975, 1000), fraction(9, 20))).toBe(odds("2.16"));
  expect(formatFraction(returnToPlayer(fraction(24, 49), fraction(1, 49), odds("2.00")))).toBe("1/1");
});

describe("a table is refused", () => {
  const bigSmall = k3("HZ.HZ");
  const good = defaultOdds("K3", bigSmall);
  test.each([
    [
      "without a figure",
      Object.entries(good).filter(([key]) => key !== "sum3"),
      { reason: "missing", key: "sum3" },
    ],
    ["with a figure of zero", Object.entries({ ...good, big: 0n }), { reason: "below-stake", key: "big" }],
    [
      "with a figure below zero",
      Object.entries({ ...good, big: -1n }),
      { reason: "below-stake", key: "big" },
    ],
    ["below the stake", Object.entries({ ...good, sum3: 9_999n }), { reason: "below-stake", key: "sum3" }],
    ["with a figure of nothing", Object.entries({ ...good, sum2: 1n }), { reason: "unknown", key: "sum2" }],
    ["above 100 %", Object.entries({ ...good, big: 20_001n }), { reason: "above-100-percent", key: "big" }],
  ])("%s", (_, table, bad) => {
    expect(checkOdds(bigSmall, Object.fromEntries(table))).toEqual(bad);
  });
  test("but not at exactly the stake", () => {
    expect(checkOdds(bigSmall, { ...good, big: 10_000n })).toBeUndefined();
  });
  test("but not at exactly 100 %", () => {
    expect(checkOdds(bigSmall, { ...good, big: 20_000n })).toBeUndefined();
  });
});

test("tiers that one bet may win stay below 100 % together", () => {
  const option: Option = {
    ...k3("STHTX.STHTX"),
    tiers: [
      { code: "two", classes: [{ p: fraction(1, 4) }] },
      { code: "three", classes: [{ p: fraction(1, 8) }] },
    ],
    shared: [["two", "three"]],
  };
  expect(checkOdds(option, { two: odds("2.00"), three: odds("4.00") })).toBeUndefined();
  expect(checkOdds(option, { two: odds("2.00"), three: odds("4.01") })).toEqual({
    reason: "above-100-percent",
    key: "two",
  });
});

test("items that differ name their odds, items that do not name none", () => {
  expect(itemOddsKey(k3("HZ.HZ"), "sum", "10")).toBe("sum10");
  expect(itemOddsKey(k3("HZ.HZ"), "side", "big")).toBe("big");
  expect(itemOddsKey(k3("HZ.HZ"), "side", "10")).toBeUndefined();
  expect(itemOddsKey(k3("HZ.HZ"), "none", "10")).toBeUndefined();
  expect(itemOddsKey(k3("STHDX.STHDX"), "numbers", "111")).toBeUndefined();
});

test.each(every)("every item of $game $code refers to an existing odds key", ({ option }) => {
  const keys = oddsKeysOf(option).map(({ key }) => key);
  for (const { code, items } of option.board.groups) {
    for (const item of items) {
      const key = itemOddsKey(option, code, item);
      if (key !== undefined) expect(keys).toContain(key);
    }
  }
});
