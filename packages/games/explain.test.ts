import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Outcome } from "./bet.ts";
import { findOption, GAMES, optionsOf, type GameCode } from "./catalog.ts";
import { exampleOf } from "./example.ts";
import { explain, type Explanation } from "./explain.ts";
import { mustRead } from "./testing/prove.ts";

const every = [...new Map(GAMES.map(({ code, family }) => [family, code])).entries()].flatMap(
  ([family, game]) => optionsOf(game).map((option) => ({ family, code: option.code, option })),
);

function explained(
  game: GameCode,
  code: string,
  picked: Readonly<Record<string, string>>,
  numbers: string,
  lunarYear?: number,
): Explanation {
  const option = findOption(game, code);
  if (option === undefined) throw new Error(`${game} has no ${code}`);
  const groups = Object.entries(picked).map(([group, items]) => ({ code: group, items: items.split(" ") }));
  const result = {
    numbers: numbers.split(" ").map(Number),
    ...(lunarYear === undefined ? {} : { lunarYear }),
  };
  return explain(option, mustRead(option, groups), result);
}

/** "place1 3 4 | place2 7", with the refunded items in brackets; groups with neither are left out. */
function marks({ groups }: Explanation): string {
  return groups
    .filter(({ won, refunded }) => won.length + refunded.length > 0)
    .map(({ code, won, refunded }) => [code, ...won, ...refunded.map((item) => `(${item})`)].join(" "))
    .join(" | ");
}

describe("the items that took part in a win", () => {
  test.each<[string, GameCode, string, Record<string, string>, string, string]>([
    ["a pair's two digits", "FFC", "HS.Z3", { numbers: "1 2 3" }, "7 7 1 1 2", "numbers 1 2"],
    [
      "a digit in each place",
      "FFC",
      "QS.ZX",
      { place1: "1 2", place2: "3", place3: "4 5 6" },
      "2 3 6 0 0",
      "place1 2 | place2 3 | place3 6",
    ],
    [
      "only places that show it",
      "FFC",
      "YX.DWD",
      { place1: "1 2", place3: "0", place5: "9" },
      "2 0 1 5 9",
      "place1 2 | place5 9",
    ],
    [
      "both sides of one digit",
      "FFC",
      "DXDS.H2",
      { place4: "big odd small", place5: "even" },
      "0 0 0 9 2",
      "place4 big odd | place5 even",
    ],
    [
      "only the ending that shows",
      "FFC",
      "HS.ZH",
      { place3: "7", place4: "0 2", place5: "8 9" },
      "0 0 1 2 9",
      "place4 2 | place5 9",
    ],
    [
      "no place before one that misses",
      "FFC",
      "HS.ZH",
      { place3: "1", place4: "0", place5: "9" },
      "0 0 1 2 9",
      "place5 9",
    ],
    ["five of seven", "FFC", "WX.Z120", { numbers: "0 1 2 3 4 5 6" }, "6 5 4 3 2", "numbers 2 3 4 5 6"],
    [
      "the duels that went its way",
      "FFC",
      "LHD.LHH",
      { "1v2": "dragon tie", "4v5": "tiger" },
      "5 1 0 8 8",
      "1v2 dragon",
    ],
    [
      "a sum and its sides",
      "K3",
      "HZ.HZ",
      { sum: "9 10", side: "big small odd" },
      "2 3 4",
      "sum 9 | side small odd",
    ],
    [
      "a pair with its single",
      "K3",
      "ETHDX.ETHDX",
      { pair: "11 22", single: "3 4" },
      "4 2 2",
      "pair 22 | single 4",
    ],
    ["two of three numbers", "K3", "EBTH.EBTH", { numbers: "1 2 6" }, "6 1 6", "numbers 1 6"],
    ["the one tick of the whole bet", "K3", "SLHTX.SLHTX", { all: "all" }, "5 3 4", "all all"],
    [
      "sides of the sum, a place and a duel",
      "PK10",
      "LMP.LMP",
      { "top-two-side": "big odd", place1: "big odd", place10: "small", "dragon-tiger1": "dragon tiger" },
      "9 2 1 3 4 5 6 7 8 10",
      "top-two-side odd | place1 big odd | dragon-tiger1 tiger",
    ],
    [
      "a car in each of the first places",
      "PK10",
      "CQSFS.CQSFS",
      { place1: "1 2 3", place2: "1 2 3", place3: "10" },
      "3 1 10 2 4 5 6 7 8 9",
      "place1 3 | place2 1 | place3 10",
    ],
    [
      "the sum of the first two cars",
      "XYFT",
      "GYH.GYH",
      { "top-two-sum": "3 19", "top-two-side": "small" },
      "2 1 10 3 4 5 6 7 8 9",
      "top-two-sum 3 | top-two-side small",
    ],
    [
      "places that show the car",
      "XYFT",
      "YZSM.YZSM",
      { place1: "1 2", place10: "9 10" },
      "2 1 10 3 4 5 6 7 8 9",
      "place1 2 | place10 9",
    ],
    ["balls that came", "LHC", "LM.EQZ", { numbers: "1 2 3 4" }, "2 4 30 31 32 33 1", "numbers 2 4"],
    [
      "balls that stayed away",
      "LHC",
      "QBZ.QBZ4",
      { numbers: "1 2 3 4 5" },
      "2 40 41 42 43 44 45",
      "numbers 1 3 4 5",
    ],
  ])("%s", (_, game, code, picked, numbers, expected) => {
    const explanation = explained(game, code, picked, numbers, game === "LHC" ? 2024 : undefined);
    expect(marks(explanation)).toBe(expected);
  });

  test("a combined bet on animals is won by the drawn one", () => {
    // In the year of the dragon the balls 1, 13, 25, 37 and 49 are dragons and 2 is a rabbit.
    const explanation = explained("LHC", "SX.HX", { zodiac: "dragon rabbit" }, "30 31 32 33 34 35 2", 2024);
    expect(marks(explanation)).toBe("zodiac rabbit");
    expect(explanation).toMatchObject({ bets: 1, wins: [{ tier: "zodiacs2", class: "year", count: 1 }] });
  });
});

test("an explanation contains the bets, the wins and the groups with picks", () => {
  expect(explained("FFC", "HS.Z3", { numbers: "1 2 3" }, "0 0 1 1 2")).toEqual({
    bets: 6,
    wins: [{ tier: "hit", count: 1 }],
    refunded: 0,
    groups: [{ code: "numbers", won: ["1", "2"], refunded: [] }],
  });
});

test("ball 49 refunds the sides of the special ball, and other wins still count", () => {
  const sides = explained("LHC", "TM.LM", { side: "big odd even" }, "1 2 3 4 5 6 49", 2024);
  expect(marks(sides)).toBe("side (big) (odd) (even)");
  expect(sides).toMatchObject({ bets: 3, wins: [], refunded: 3 });
  const balls = explained(
    "LHC",
    "ZM.ZM16",
    { ball1: "big", ball2: "small", ball3: "small" },
    "49 2 30 4 5 6 7",
    2024,
  );
  expect(marks(balls)).toBe("ball1 (big) | ball2 small");
});

test.each<[GameCode, string, Record<string, string>, string]>([
  ["FFC", "HS.Z3", { numbers: "1 2" }, "1 2 1 1 1"],
  ["FFC", "QS.ZX", { place1: "1", place2: "2", place3: "3" }, "1 2 4 3 3"],
  ["K3", "ETHDX.ETHDX", { pair: "33", single: "1" }, "3 3 3"],
  ["K3", "STHTX.STHTX", { all: "all" }, "6 6 5"],
  ["PK10", "LMP.LMP", { place1: "small", "dragon-tiger1": "tiger" }, "10 9 8 7 6 5 4 3 2 1"],
  ["XYFT", "CQEFS.CQEFS", { place1: "1", place2: "2" }, "2 1 3 4 5 6 7 8 9 10"],
  ["LHC", "LM.EQZ", { numbers: "1 2 3" }, "3 41 42 43 44 45 2"],
])("no item of a lost order is named: %s %s", (game, code, picked, numbers) => {
  const explanation = explained(game, code, picked, numbers, game === "LHC" ? 2024 : undefined);
  expect(explanation).toMatchObject({ wins: [], refunded: 0 });
  expect(explanation.groups.map(({ code: group }) => group)).toEqual(Object.keys(picked));
  expect(marks(explanation)).toBe("");
});

const total = ({ wins, refunded }: Outcome): number => wins.reduce((sum, { count }) => sum + count, refunded);

describe.each(every)("$family $code", ({ option }) => {
  test("names an item of its example, which wins, and only picked items", () => {
    const { groups, bets, result, outcome } = exampleOf(option);
    const explanation = explain(option, mustRead(option, groups), result);
    expect(explanation).toMatchObject({ bets, ...outcome });
    expect(explanation.groups.map(({ code }) => code)).toEqual(groups.map(({ code }) => code));
    expect(explanation.groups.flatMap(({ won }) => won)).not.toEqual([]);
    for (const [at, { won, refunded }] of explanation.groups.entries()) {
      const items = groups[at]?.items ?? [];
      expect(items.filter((item) => won.includes(item) || refunded.includes(item))).toHaveLength(
        won.length + refunded.length,
      );
    }
  });
});

test("an item that is a bet by itself is named exactly if that bet wins", () => {
  const ticked = every.filter(({ option }) => option.board.groups.every(({ min }) => min === 0));
  expect(ticked.length).toBeGreaterThan(5);
  for (const { option } of ticked) {
    const { result } = exampleOf(option);
    const items = option.board.groups.flatMap(({ code, items: of }) => of.map((item) => ({ code, item })));
    fc.assert(
      fc.property(fc.subarray(items, { minLength: 1, maxLength: 12 }), (some) => {
        const groups = option.board.groups.map(({ code }) => ({
          code,
          items: some.filter((tick) => tick.code === code).map(({ item }) => item),
        }));
        const named = explain(option, mustRead(option, groups), result).groups.flatMap(
          ({ code, won, refunded }) => [...won, ...refunded].map((item) => `${code} ${item}`),
        );
        const winning = some.filter(
          ({ code, item }) => total(option.settle(mustRead(option, [{ code, items: [item] }]), result)) > 0,
        );
        expect(named).toEqual(winning.map(({ code, item }) => `${code} ${item}`));
      }),
      { numRuns: 25 },
    );
  }
});
