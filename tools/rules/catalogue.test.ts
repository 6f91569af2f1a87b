import { GAMES, optionsOf } from "@lotus/games";
import { expect, test } from "vitest";
import { catalogue } from "./catalogue.ts";

test("lists every option once for all the games of its family", () => {
  const offered = new Set(GAMES.flatMap(({ code }) => optionsOf(code)));
  expect(catalogue()).toHaveLength(offered.size);
});

test("describes every part of an option", () => {
  expect(catalogue()).toContainEqual({
    family: "five-digits",
    games: ["FFC", "SFC", "WFC"],
    mode: "HS",
    option: "HS.Z3",
    groups: [{ code: "numbers", min: 2, max: 10, items: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] }],
    bets: { smallest: 2, fullest: 90 },
    tiers: [{ code: "hit", classes: [{ p: "3/1000", odds: "325.00" }] }],
    returns: [{ keys: ["hit"], returnToPlayer: "39/40", percent: "97.50" }],
  });
});

test("every option has a smallest selection that is legal", () => {
  for (const option of catalogue()) expect(option).not.toMatchObject({ bets: { smallest: 0 } });
});
