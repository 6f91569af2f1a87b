import { describe, expect, test } from "vitest";
import { findGame, findOption, modesOf, optionsOf, type GameCode } from "./catalog.ts";
import { facts } from "./facts.ts";
import { isDraw } from "./draw.ts";
import { mustRead } from "./testing/prove.ts";

/** The required games and kinds of bets, by their required codes. */

/** The items of an option, group by group. */
const itemsOf = (game: GameCode, code: string) =>
  findOption(game, code)?.board.groups.map(({ items }) => [...items]);

describe("games", () => {
  test.each([
    ["FFC", 1],
    ["SFC", 3],
    ["WFC", 5],
  ] as const)("%s draws five digits every %d minutes", (code, minutes) => {
    expect(findGame(code)).toMatchObject({ family: "five-digits", cycleMinutes: minutes });
    expect(isDraw("five-digits", [0, 9, 3, 3, 1])).toBe(true);
    expect(isDraw("five-digits", [0, 9, 3, 3])).toBe(false);
  });

  test("K3 draws three dice", () => {
    expect(findGame("K3")?.family).toBe("dice");
    expect(isDraw("dice", [1, 6, 6])).toBe(true);
    expect(isDraw("dice", [1, 6, 7])).toBe(false);
  });

  test.each(["PK10", "XYFT"])("%s races over ten positions", (code) => {
    expect(findGame(code)?.family).toBe("racing");
    expect(isDraw("racing", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe(true);
    expect(isDraw("racing", [1, 2, 3, 4, 5, 6, 7, 8, 9])).toBe(false);
  });

  test("LHC draws six numbers and a special one", () => {
    expect(findGame("LHC")?.family).toBe("mark-six");
    expect(isDraw("mark-six", [1, 2, 3, 4, 5, 6, 49])).toBe(true);
    expect(isDraw("mark-six", [1, 2, 3, 4, 5, 6])).toBe(false);
  });
});

describe("FFC, SFC and WFC", () => {
  test("have the group codes XYP, LHD, DXDS, YX, HR, QR, HS, ZS, QS, SX, WX", () => {
    const codes = ["XYP", "LHD", "DXDS", "YX", "HR", "QR", "HS", "ZS", "QS", "SX", "WX"];
    for (const game of ["FFC", "SFC", "WFC"] as const)
      expect(modesOf(game).map(({ code }) => code)).toEqual(codes);
  });

  test.each([
    ["credit plate: two-sided, single ball, combined", ["XYP.LMP", "XYP.DQ", "XYP.ZH"]],
    ["dragon-tiger", ["LHD.LHH"]],
    ["big/small/odd/even", ["DXDS.Q2", "DXDS.H2", "DXDS.Q3", "DXDS.Z3", "DXDS.H3"]],
    ["one star", ["YX.DWD"]],
    ["direct", ["HR.ZX", "QR.ZX", "HS.ZX", "ZS.ZX", "QS.ZX", "SX.ZX", "WX.ZX"]],
    ["group-of-3 and group-of-6", ["HS.Z3", "HS.Z6", "ZS.Z3", "ZS.Z6", "QS.Z3", "QS.Z6"]],
    ["group 24/12/6/4", ["SX.Z24", "SX.Z12", "SX.Z6", "SX.Z4"]],
    ["group 120/60/30/20/10/5", ["WX.Z120", "WX.Z60", "WX.Z30", "WX.Z20", "WX.Z10", "WX.Z5"]],
    ["sum", ["HR.ZXHZ", "HS.ZXHZ", "HS.ZUXHZ"]],
    ["span", ["HR.ZXKD", "QS.ZXKD"]],
    ["guard number", ["HR.ZUXBD", "HS.ZUXBD"]],
    ["one or two codes unpositioned", ["HS.BDW1", "HS.BDW2", "SX.BDW1", "SX.BDW2"]],
    ["three codes unpositioned", ["WX.BDW3"]],
    ["special five-star bets", ["WX.YFFS", "WX.HSCS", "WX.SXBX", "WX.SJFC"]],
  ])("have %s", (_kind, codes) => {
    expect(codes.filter((code) => findOption("FFC", code) === undefined)).toEqual([]);
  });
});

describe("K3", () => {
  test("has HZ, STHTX, STHDX, SBTH, SLHTX, ETHFX, ETHDX and EBTH", () => {
    expect(modesOf("K3").map(({ code }) => code)).toEqual([
      "HZ",
      "STHTX",
      "STHDX",
      "SBTH",
      "SLHTX",
      "ETHFX",
      "ETHDX",
      "EBTH",
    ]);
  });

  test("three same are the numbers 111 to 666", () => {
    expect(itemsOf("K3", "STHDX.STHDX")).toEqual([["111", "222", "333", "444", "555", "666"]]);
  });

  test("two same are the choices 11 to 66", () => {
    const pairs = ["11", "22", "33", "44", "55", "66"];
    expect(itemsOf("K3", "ETHFX.ETHFX")).toEqual([pairs]);
    expect(itemsOf("K3", "ETHDX.ETHDX")?.[0]).toEqual(pairs);
  });

  test("different numbers are of 1 to 6", () => {
    const faces = ["1", "2", "3", "4", "5", "6"];
    expect(itemsOf("K3", "SBTH.SBTH")).toEqual([faces]);
    expect(itemsOf("K3", "EBTH.EBTH")).toEqual([faces]);
  });

  test("consecutive sets are 123, 234, 345 and 456", () => {
    const option = findOption("K3", "SLHTX.SLHTX");
    if (option === undefined) throw new Error("no such option");
    const picks = mustRead(option, [{ code: "all", items: ["all"] }]);
    const wins = (numbers: number[]) => option.settle(picks, { numbers }).wins.length > 0;
    const sets = [];
    for (let a = 1; a <= 6; a += 1)
      for (let b = a; b <= 6; b += 1)
        for (let c = b; c <= 6; c += 1) if (wins([a, b, c])) sets.push(`${a}${b}${c}`);
    expect(sets).toEqual(["123", "234", "345", "456"]);
  });

  test.each(Array.from({ length: 16 }, (_, at) => at + 3))(
    "the sum %d is small to 10, big from 11",
    (sum) => {
      const first = Math.min(6, sum - 2);
      const second = Math.min(6, sum - first - 1);
      const found = facts("K3", [first, second, sum - first - second]);
      expect(found).toMatchObject({ sum, bigSmall: sum <= 10 ? "small" : "big" });
    },
  );
});

describe("PK10 and XYFT", () => {
  test.each([
    ["the two-sided plate", "LMP.LMP"],
    ["champion plus runner-up sum", "GYH.GYH"],
    ["one to ten", "YZSM.YZSM"],
    ["guess winner", "CGJFS.CGJFS"],
    ["top 2", "CQEFS.CQEFS"],
    ["top 3", "CQSFS.CQSFS"],
    ["top 4", "CQSIFS.CQSIFS"],
    ["top 5", "CQWFS.CQWFS"],
  ])("have %s", (_kind, code) => {
    expect(findOption("PK10", code)).toBeDefined();
    expect(findOption("XYFT", code)).toBe(findOption("PK10", code));
  });

  test("one to ten has ten positions with ten cars each", () => {
    const positions = itemsOf("PK10", "YZSM.YZSM");
    expect(positions).toHaveLength(10);
    expect(positions?.every((cars) => cars.length === 10)).toBe(true);
  });
});

describe("LHC", () => {
  test("has special, regular, continuous, half-wave, zodiac, tail and all-miss codes, with many sub-modes", () => {
    expect(modesOf("LHC").map(({ code }) => code)).toEqual(["TM", "ZM", "LM", "BB", "SX", "WS", "QBZ"]);
    expect(optionsOf("LHC").length).toBeGreaterThan(40);
  });

  test("has red, green and blue waves", () => {
    expect(itemsOf("LHC", "TM.SB")?.flat().sort()).toEqual(["blue", "green", "red"]);
  });

  test("has twelve zodiac animals", () => {
    expect(new Set(itemsOf("LHC", "SX.TX")?.flat()).size).toBe(12);
  });

  test("has heads 0 to 4 and tails 0 to 9", () => {
    expect(itemsOf("LHC", "WS.TOU")).toEqual([["0", "1", "2", "3", "4"]]);
    expect(itemsOf("LHC", "WS.WEI")).toEqual([["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]]);
  });
});
