import { CALLS } from "@lotus/contract";
import { DEFAULT_LIMITS, defaultOdds, GAMES, optionsOf } from "@lotus/games";
import { LOCALES } from "@lotus/locales";
import { loadServerMessages } from "@lotus/locales/node";
import { describe, expect, test } from "vitest";
import { gameWords } from "./game-words.ts";
import type { OddsVersion } from "./odds.ts";
import { ruleTree } from "./rule-tree.ts";

const translate = loadServerMessages();
const version: OddsVersion = {
  version: 3,
  odds: Object.fromEntries(
    GAMES.map(({ code }) => [
      code,
      Object.fromEntries(optionsOf(code).map((option) => [option.code, defaultOdds(code, option)])),
    ]),
  ),
};

describe.each(LOCALES)("the rule tree in %s", (locale) => {
  test.each(GAMES.map(({ code }) => code))(
    "of %s fits the contract and has a word for every code",
    (game) => {
      const tree = ruleTree(game, version, gameWords(translate, locale), DEFAULT_LIMITS);
      expect(CALLS.rule.data.safeParse(tree).error).toBeUndefined();
      // A missing text reads as its key.
      expect(JSON.stringify(tree)).not.toMatch(/"(game|codes|five-digits|dice|racing|mark-six)\.[a-zA-Z]/);
      expect(JSON.stringify(tree)).not.toMatch(/\{[a-z]+\}/);
      expect(gameWords(translate, locale).game(game)).not.toContain("game.");
    },
  );
});

test("the tree carries the board, the odds under each item and the return to player", () => {
  const tree = ruleTree("K3", version, gameWords(translate, "vi-VN"), DEFAULT_LIMITS);
  const sum = tree.rules.find(({ code }) => code === "HZ")?.childrens[0];
  expect(sum).toMatchObject({ minTotal: 1, minBet: "1.00", maxBet: "50000.00", maxPayout: "400000.00" });
  const side = sum?.groups.find(({ code }) => code === "side");
  expect(side).toMatchObject({ kind: "side", name: "Hai mặt của tổng" });
  expect(side?.items[0]).toEqual({ id: "big", name: "Tài", odds: "1.75" });
  expect(sum?.tiers[0]).toEqual({
    code: "sum3",
    name: "Tổng 3",
    classes: [{ odds: "189.00", probability: "1/216", returnToPlayer: "87.50" }],
  });
});

test("the return of a bet that may win one of several tiers is that of the whole bet", () => {
  const tree = ruleTree("LHC", version, gameWords(translate, "en-US"), DEFAULT_LIMITS);
  const returns = (code: string) =>
    tree.rules
      .flatMap(({ childrens }) => childrens)
      .find((option) => option.code === code)
      ?.tiers.map(({ classes }) => classes.map((line) => [line.class, line.returnToPlayer]));
  // 23.80 and 130.90 for two and three of three; alone they would return 83.32 and 14.20.
  expect(returns("LM.SZE")).toEqual([[[undefined, "97.53"]], [[undefined, "97.53"]]]);
  // An animal is one bet however often it is hit; the animal of the year is a different one.
  const [first, ...more] = returns("SX.ZX") ?? [];
  expect(first?.map(([name]) => name)).toEqual(["year", "other"]);
  expect(more.flat().map(([, share]) => share)).toEqual(
    more.flat().map(([name]) => first?.find(([known]) => known === (name ?? "year"))?.[1]),
  );
  // Bets on different items are separate, each with its stake refunded on 49.
  expect(returns("SX.HX")?.flat()).toHaveLength(20);
});
