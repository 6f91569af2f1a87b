import { expect, test } from "vitest";
import { settleLine } from "./settle.ts";

const line = (fields: object): string => JSON.stringify({ id: 1, ...fields });

const HS_Z3 = {
  game: "FFC",
  option: "HS.Z3",
  groups: [{ code: "numbers", items: ["1", "2", "3"] }],
  draw: [0, 0, 1, 2, 1],
};

test.each([
  [HS_Z3, { bets: 6, wins: { hit: 1 }, refunded: 0 }],
  [
    {
      game: "K3",
      option: "EBTH.EBTH",
      groups: [{ code: "numbers", items: ["1", "2", "3", "6"] }],
      draw: [3, 1, 2],
    },
    { bets: 6, wins: { hit: 3 }, refunded: 0 },
  ],
  [
    { ...HS_Z3, draw: [1, 1, 2, 2, 2] },
    { bets: 6, wins: {}, refunded: 0 },
  ],
  [
    {
      game: "K3",
      option: "HZ.HZ",
      groups: [
        { code: "sum", items: ["18"] },
        { code: "side", items: ["big", "odd"] },
      ],
      draw: [6, 6, 6],
    },
    { bets: 3, wins: { sum18: 1, big: 1 }, refunded: 0 },
  ],
  [
    {
      game: "WFC",
      option: "LHD.LHH",
      groups: [
        { code: "1v2", items: ["dragon"] },
        { code: "4v5", items: ["dragon", "tie"] },
      ],
      draw: [9, 1, 0, 5, 5],
    },
    { bets: 3, wins: { dragon: 1, tie: 1 }, refunded: 0 },
  ],
])("settles %#", (fields, answer) => {
  expect(settleLine(line(fields))).toEqual({ id: 1, ...answer });
});

test.each([
  ["{", null, "NOT_JSON"],
  ["[]", null, "BAD_LINE"],
  ["null", null, "BAD_LINE"],
  ['{"id":"a"}', "a", "BAD_LINE"],
  [line({ ...HS_Z3, game: "XXX" }), 1, "UNKNOWN_GAME"],
  [line({ ...HS_Z3, game: "constructor" }), 1, "UNKNOWN_GAME"],
  [line({ ...HS_Z3, option: "HS.Z9" }), 1, "UNKNOWN_OPTION"],
  [line({ ...HS_Z3, game: "K3" }), 1, "UNKNOWN_OPTION"],
  [line({ ...HS_Z3, groups: {} }), 1, "BAD_LINE"],
  [line({ ...HS_Z3, groups: [null] }), 1, "BAD_LINE"],
  [line({ ...HS_Z3, groups: [{ code: "numbers", items: [1, 2] }] }), 1, "BAD_LINE"],
  [line({ ...HS_Z3, groups: [{ code: "numbers", items: ["1"] }] }), 1, "BAD_SELECTION"],
  [line({ ...HS_Z3, groups: [{ code: "numbers", items: ["1", "1"] }] }), 1, "BAD_SELECTION"],
  [line({ ...HS_Z3, draw: "00121" }), 1, "BAD_LINE"],
  [line({ ...HS_Z3, draw: [0, 0, 1, 2] }), 1, "BAD_DRAW"],
  [line({ ...HS_Z3, draw: [0, 0, 1, 2, 10] }), 1, "BAD_DRAW"],
  [line({ ...HS_Z3, draw: [0, 0, 1, 2, 0.5] }), 1, "BAD_DRAW"],
])("answers %s with an error", (text, id, code) => {
  expect(settleLine(text)).toEqual({ id, error: { code, message: expect.any(String) as unknown } });
});

test("a bad selection says where and why", () => {
  expect(settleLine(line({ ...HS_Z3, groups: [{ code: "numbers", items: ["1", "x"] }] }))).toMatchObject({
    error: { message: "unknown-item in numbers (x)" },
  });
});

test("ten thousand lines take well under a second once started", () => {
  const text = line(HS_Z3);
  const from = performance.now();
  for (let at = 0; at < 10_000; at++) settleLine(text);
  expect(performance.now() - from).toBeLessThan(1_000);
});
