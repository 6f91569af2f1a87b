import { expect, test } from "vitest";
import { optionsOf } from "./catalog.ts";
import { wholeDraws } from "./whole-draws.ts";

test("the example of a single tick is a draw that wins it", () => {
  const shown = optionsOf("K3").flatMap((option) => {
    const draws = wholeDraws(option);
    return draws.length === 0 ? [] : [[option.code, draws.map((numbers) => numbers.join(""))]];
  });
  expect(Object.fromEntries(shown)).toEqual({
    "STHTX.STHTX": ["111", "222", "333", "444", "555", "666"],
    "SLHTX.SLHTX": ["123", "234", "345", "456"],
  });
});

test("no other family has bets of one tick", () => {
  for (const game of ["FFC", "PK10", "LHC"] as const) {
    expect(optionsOf(game).filter((option) => wholeDraws(option).length > 0)).toEqual([]);
  }
});
