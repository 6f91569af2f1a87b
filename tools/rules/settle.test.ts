import { expect, test } from "vitest";
import { seededUniform } from "@lotus/games/testing/random-picks";
import { randomLines } from "./random-lines.ts";
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

test("an invalid selection is refused with its place and reason", () => {
  expect(settleLine(line({ ...HS_Z3, groups: [{ code: "numbers", items: ["1", "x"] }] }))).toMatchObject({
    error: { message: "unknown-item in numbers (x)" },
  });
});

test("orders of Mark Six are settled in the lunar year of the draw, given or derived from its time", () => {
  const links = {
    game: "LHC",
    option: "SX.LX2",
    groups: [{ code: "zodiac", items: ["horse", "snake", "rat"] }],
    draw: [1, 2, 3, 4, 13, 14, 15],
  };
  const answer = { id: 1, bets: 3, wins: { hit: 1 }, refunded: 0 };
  expect(settleLine(line({ ...links, lunarYear: 2026 }))).toEqual(answer);
  // Ten minutes before midnight of the new year's eve in the operator's zone, and ten after.
  const late = {
    ...links,
    groups: [{ code: "zodiac", items: ["goat", "rat"] }],
    draw: [1, 7, 8, 2, 3, 4, 5],
  };
  expect(settleLine(line({ ...late, drawAt: "2027-02-05T16:50:00Z" }))).toMatchObject({ wins: {} });
  expect(settleLine(line({ ...late, drawAt: "2027-02-05T17:10:00Z" }))).toMatchObject({ wins: { hit: 1 } });
  expect(settleLine(line(links))).toMatchObject({ error: { code: "NO_LUNAR_YEAR" } });
  expect(settleLine(line({ ...links, lunarYear: 26 }))).toMatchObject({ error: { code: "NO_LUNAR_YEAR" } });
  expect(settleLine(line({ ...links, draw: [1, 2, 3, 4, 5, 6, 6] }))).toMatchObject({
    error: { code: "BAD_DRAW" },
  });
});

test("ten thousand lines over all options take under two seconds, with the same result again", () => {
  const lines = randomLines(10_000, seededUniform(7));
  const from = process.cpuUsage();
  const settled = lines.map(settleLine);
  // CPU time, since wall time on a busy machine includes other processes.
  const { user, system } = process.cpuUsage(from);
  expect((user + system) / 1_000).toBeLessThan(2_000);
  for (const each of settled) expect(each).not.toHaveProperty("error");
  for (const wins of settled.map((each) => ("wins" in each ? Object.values(each.wins) : []))) {
    for (const count of wins) expect(count).toBeGreaterThan(0);
  }
  expect(lines.map(settleLine)).toEqual(settled);
}, 30_000);
