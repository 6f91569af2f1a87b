import { loadServerMessages } from "@lotus/locales/node";
import { expect, test } from "vitest";
import { gameWords } from "./game-words.ts";
import { slipLineOf } from "./slip-line.ts";

const words = gameWords(loadServerMessages(), "en-US");

test("a line is counted by the rules of today", () => {
  const groups = JSON.stringify([
    { code: "place1", items: ["3", "7"] },
    { code: "place2", items: ["1"] },
    { code: "place3", items: ["0"] },
  ]);
  expect(slipLineOf({ game: "FFC", optionId: "QS.ZX", groups, amount: 2_50n }, words)).toMatchObject({
    betCount: 2,
    amount: "2.50",
    total: "5.00",
  });
});

test("a line of an option or item that is gone stays, and is no bet", () => {
  const gone = { game: "FFC", optionId: "XX.YY", groups: '[{"code":"a","items":["1"]}]', amount: 2_00n };
  expect(slipLineOf(gone, words)).toMatchObject({
    optionName: "XX.YY",
    modeName: "",
    betCount: 0,
    total: "0.00",
  });
  expect(slipLineOf({ ...gone, optionId: "LHD.LHH" }, words).betCount).toBe(0);
  expect(slipLineOf({ ...gone, game: "GONE" }, words).betCount).toBe(0);
});
