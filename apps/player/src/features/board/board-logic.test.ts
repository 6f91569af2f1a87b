import { findOption, type GameCode } from "@lotus/games";
import { describe, expect, it } from "vitest";
import { SPECS } from "@lotus/games/testing/spec";
import { assess } from "../slip/assess.ts";
import type { BetList } from "../slip/bet-list.ts";
import { animalOdds } from "./ball-cards.tsx";
import { type BallSet, ballsOf, isBallSet } from "./balls-of.ts";
import { cellAt, dragTo } from "./drag-run.ts";
import { boardOf, everyBoard } from "../../testing/every-board.ts";
import { groupOdds } from "./group-odds.ts";
import { groupRuns } from "./group-runs.ts";
import { sharedName } from "./place-switch.tsx";
import { helperItems, helpersFor, litHelper } from "./row-picks.ts";
import { type Below, cryptoBelow, drawPicks, randomPick, randomPicks } from "./random-picks.ts";
import { twinOf } from "./twins.ts";
import { wordLines } from "./word-lines.ts";

const DIGITS = Array.from({ length: 10 }, (_, digit) => ({ id: String(digit) }));
const CARS = Array.from({ length: 10 }, (_, car) => ({ id: String(car + 1) }));
const IDS = DIGITS.map((item) => item.id);

describe("row helpers", () => {
  it.each([
    ["all", "0123456789"],
    ["big", "56789"],
    ["small", "01234"],
    ["odd", "13579"],
    ["even", "02468"],
    ["clear", ""],
  ] as const)("%s picks %j of the digits", (name, picked) => {
    expect(helperItems(name, DIGITS).join("")).toBe(picked);
  });

  it("of cars 1 to 10 call 6 to 10 big", () => {
    expect(helperItems("big", CARS)).toEqual(["6", "7", "8", "9", "10"]);
    expect(helperItems("odd", CARS)).toEqual(["1", "3", "5", "7", "9"]);
  });

  it("light up when their exact set is picked", () => {
    const helpers = helpersFor("digit", DIGITS, 10);
    const lit = (picked: string) => litHelper(helpers, new Set(picked));
    expect(lit("56789")).toBe("big");
    expect(lit("5678")).toBeUndefined();
    expect(lit("0123456789")).toBe("all");
    expect(lit("")).toBeUndefined();
  });

  it("are offered where they help and fit", () => {
    const namesFor = (...args: Parameters<typeof helpersFor>) => helpersFor(...args).map(({ name }) => name);
    expect(namesFor("digit", DIGITS, 10)).toHaveLength(6);
    expect(namesFor("digit", DIGITS, 5)).toEqual(["big", "small", "odd", "even", "clear"]);
    expect(namesFor("die", DIGITS.slice(0, 6), 6)).toEqual(["all", "clear"]);
    expect(namesFor("side", DIGITS.slice(0, 4), 4)).toEqual([]);
    expect(namesFor("digit", DIGITS, 1)).toEqual([]);
    expect(namesFor("zodiac", DIGITS, 9)).toEqual(["clear"]);
  });

  it("of the forty-nine balls leave the last without a side", () => {
    const balls = Array.from({ length: 49 }, (_, at) => ({ id: String(at + 1) }));
    expect(helperItems("big", balls)).toHaveLength(24);
    expect(helperItems("small", balls).at(-1)).toBe("24");
    expect(helperItems("odd", balls).at(-1)).toBe("47");
    expect(helperItems("all", balls)).toHaveLength(49);
  });
});

describe("drag across a row", () => {
  it("picks the run between the first cell and the finger", () => {
    expect(dragTo({ from: 2, before: new Set() }, 5, IDS, 10).join("")).toBe("2345");
    expect(dragTo({ from: 5, before: new Set() }, 2, IDS, 10).join("")).toBe("2345");
  });

  it("keeps what was picked elsewhere and gives cells back on the way back", () => {
    const run = { from: 2, before: new Set(["9"]) };
    expect(dragTo(run, 5, IDS, 10).join("")).toBe("23459");
    expect(dragTo(run, 3, IDS, 10).join("")).toBe("239");
  });

  it("takes a run away when it begins on a picked cell", () => {
    expect(dragTo({ from: 1, before: new Set(IDS) }, 3, IDS, 10).join("")).toBe("0456789");
  });

  it("stops at the most a group allows", () => {
    expect(dragTo({ from: 0, before: new Set(["9"]) }, 8, IDS, 4).join("")).toBe("0129");
  });

  it("finds the cell under the finger, and stays within the row", () => {
    const row = { left: 0, top: 0, width: 30, height: 44, columns: 10, count: 10 };
    expect(cellAt(100, 20, row)).toBe(3);
    expect(cellAt(-20, 90, row)).toBe(0);
    expect(cellAt(900, -9, row)).toBe(9);
  });

  it("runs on from line to line of a grid", () => {
    const grid = { left: 10, top: 100, width: 50, height: 50, columns: 7, count: 49 };
    expect(cellAt(12, 101, grid)).toBe(0);
    expect(cellAt(355, 160, grid)).toBe(13);
    expect(cellAt(999, 999, grid)).toBe(48);
    expect(cellAt(999, 999, { ...grid, count: 46 })).toBe(45);
  });

  it("leaves picks of other cells of its group alone", () => {
    expect(dragTo({ from: 0, before: new Set(["big", "7"]) }, 1, IDS, 14)).toEqual(["big", "0", "1", "7"]);
  });
});

/** Not random, but every value comes up. */
function turning(): Below {
  let turn = 0;
  return (bound) => (turn += 7) % bound;
}

const FAMILIES = ["FFC", "K3", "PK10", "LHC"] as const;
const BOARDS = FAMILIES.flatMap((game) =>
  everyBoard(game).rules.flatMap(({ childrens }) =>
    childrens.map((option) => ({ game, id: option.id, option })),
  ),
);

describe("random pick", () => {
  it("knows every board of the fixture", () => {
    expect(BOARDS).toHaveLength(SPECS.length);
  });

  it.each(BOARDS)("of $id of $game is the fewest legal picks, ten times over", ({ game, option }) => {
    const below = turning();
    const least = option.groups.reduce((sum, group) => sum + group.min, 0);
    for (let turn = 0; turn < 10; turn += 1) {
      const groups = drawPicks(option, below);
      const picked = groups.flatMap(({ items }) => items);
      expect(picked).toHaveLength(Math.max(1, option.minTotal, least));
      for (const { code, min, max, items } of option.groups) {
        const own = groups.find((group) => group.code === code)?.items ?? [];
        expect(own.length).toBeGreaterThanOrEqual(min);
        expect(own.length).toBeLessThanOrEqual(max);
        expect(new Set(own).size).toBe(own.length);
        for (const id of own) expect(items.map((item) => item.id)).toContain(id);
      }
    }
    if (findOption(game, option.id) === undefined) return;
    for (let turn = 0; turn < 10; turn += 1) {
      const line = randomPick(game, option, below);
      expect(line === null ? null : assess(game, line)).toMatchObject({ state: "ready" });
    }
  });

  it("of the dice never pairs a face with itself", () => {
    const option = boardOf("K3", "ETHDX.ETHDX");
    let drawn = 0;
    // The first draw is a pair of ones with the single one; only the second is a bet.
    const below: Below = (bound) => ((drawn += 1) > 2 ? bound - drawn + 2 : 0);
    expect(randomPick("K3", option, below)?.groups.map(({ items }) => items.join())).not.toEqual(["11", "1"]);
  });

  it("differ from each other and from the slip, as long as there are others", () => {
    const option = boardOf("FFC", "LHD.LHH");
    const first = randomPicks("FFC", option, 1, [], cryptoBelow);
    const all = randomPicks("FFC", option, 60, first, cryptoBelow);
    // Ten pairs of places, each with a dragon, a tiger and a tie.
    expect(new Set([...first, ...all].map(({ groups }) => JSON.stringify(groups))).size).toBe(30);
    expect(all).toHaveLength(29);
  });

  it("draws from the whole board", () => {
    const highest = randomPick("FFC", boardOf("FFC", "HS.Z3"), (bound) => bound - 1);
    expect(highest?.groups).toEqual([{ code: "numbers", items: ["8", "9"] }]);
  });
});

describe("runs of groups", () => {
  const runs = (game: GameCode, id: string) =>
    groupRuns(boardOf(game, id).groups).map(({ layout, groups }) => `${layout} ${String(groups.length)}`);

  it("places with the same named items are one table, a total is not one of them", () => {
    expect(runs("FFC", "LHD.LHH")).toEqual(["table 10"]);
    expect(runs("FFC", "DXDS.H2")).toEqual(["table 2"]);
    expect(runs("FFC", "XYP.LMP")).toEqual(["each 1", "each 1", "table 5"]);
    expect(runs("PK10", "LMP.LMP")).toEqual(["each 1", "table 10", "table 5"]);
  });

  it("rows of numbers stand by themselves", () => {
    expect(runs("FFC", "WX.ZX")).toEqual(["each 5"]);
    expect(runs("PK10", "YZSM.YZSM")).toEqual(["each 10"]);
  });

  it("large groups take turns", () => {
    expect(runs("LHC", "ZM.ZT")).toEqual(["switch 6"]);
    expect(runs("LHC", "ZM.ZM16")).toEqual(["switch 6"]);
    expect(runs("LHC", "TM.TMA")).toEqual(["each 1"]);
  });

  it("sides come before a ladder of figures", () => {
    const order = groupRuns(boardOf("K3", "HZ.HZ").groups).flatMap(({ groups }) => groups);
    expect(order.map(({ code }) => code)).toEqual(["side", "sum"]);
  });
});

describe("balls of an item", () => {
  // 2026 is a year of the horse.
  const balls = (kind: BallSet, id: string) => ballsOf(kind, id, 2026).join(" ");

  it.each([
    ["zodiac", "horse", "1 13 25 37 49"],
    ["zodiac", "rat", "7 19 31 43"],
    ["wave", "red-big", "29 30 34 35 40 45 46"],
    ["wave", "green-sum-odd", "5 16 21 27 32 38 43"],
    ["wave", "blue-small-odd", "3 9 15"],
    ["wave", "green-big-odd", "27 33 39 43"],
    ["head", "0", "1 2 3 4 5 6 7 8 9"],
    ["tail", "0", "10 20 30 40"],
    ["range", "41-49", "41 42 43 44 45 46 47 48 49"],
    ["colour", "blue", "3 4 9 10 14 15 20 25 26 31 36 37 41 42 47 48"],
  ] as const)("%s %s is %s", (kind, id, expected) => {
    expect(balls(kind, id)).toBe(expected);
  });

  it.each(["TM.SB", "TM.FW", "BB.BB", "BB.BBB"])("the items of %s hold the balls their chances say", (id) => {
    const { groups, tiers } = boardOf("LHC", id);
    const chances = new Map(
      tiers.flatMap(({ code, classes }) =>
        classes.map((line) => [line.class ?? code, line.probability] as const),
      ),
    );
    for (const { kind, items } of groups) {
      for (const item of items) {
        const [num = 0, den = 1] = (chances.get(item.id) ?? "").split("/").map(Number);
        expect(isBallSet(kind) && ballsOf(kind, item.id, 2026).length, item.id).toBe((num * 49) / den);
      }
    }
  });
});

describe("odds and names", () => {
  it("the year's animal has odds of its own, where an animal has odds at all", () => {
    const special = boardOf("LHC", "SX.TX");
    expect(animalOdds(special, "horse", 2026)).toBe("9.55");
    expect(animalOdds(special, "rat", 2026)).toBe("11.94");
    expect(animalOdds(boardOf("LHC", "SX.ZX"), "horse", 2026)).toBeDefined();
    expect(animalOdds(boardOf("LHC", "SX.HX"), "horse", 2026)).toBeUndefined();
  });

  it("a row shows its odds once, and only if the option has several", () => {
    const own = (id: string, code: string) => {
      const option = boardOf("FFC", id);
      const group = option.groups.find((each) => each.code === code);
      return group === undefined ? undefined : groupOdds(option, group);
    };
    expect(own("XYP.DQ", "ball1")).toEqual({ each: false });
    expect(own("XYP.ZH", "total")).toEqual({ each: false });
  });

  it("named items stand in lines of their families", () => {
    const lines = (id: string) =>
      wordLines(boardOf("LHC", id).groups[0]?.items ?? []).map(({ columns, items }) => [
        columns,
        items.length,
      ]);
    expect(lines("TM.LM")).toEqual([
      [4, 4],
      [4, 4],
      [2, 2],
      [4, 4],
      [2, 2],
    ]);
    expect(lines("ZM.ZM16")).toEqual([
      [4, 4],
      [4, 4],
      [2, 2],
      [3, 3],
    ]);
  });

  it("places are named by their distinguishing part", () => {
    expect(sharedName(["Ball 1", "Ball 2"])).toEqual({ shared: "Ball", own: ["1", "2"] });
    expect(sharedName(["First", "Second"])).toEqual({ shared: "", own: ["First", "Second"] });
  });
});

describe("twins", () => {
  it("are figures in two parts of one bet, not in two places", () => {
    const twin = (game: GameCode, id: string, code: string, item: string, list: BetList) => {
      const option = boardOf(game, id);
      const group = option.groups.find((each) => each.code === code);
      return group && twinOf(option, group, item, list)?.code;
    };
    const picked = (code: string, item: string): BetList => [{ code, id: "", ruleItem: [{ id: item }] }];
    expect(twin("K3", "ETHDX.ETHDX", "single", "1", picked("pair", "11"))).toBe("pair");
    expect(twin("K3", "ETHDX.ETHDX", "pair", "22", picked("single", "1"))).toBeUndefined();
    expect(twin("FFC", "WX.Z60", "single", "5", picked("double", "5"))).toBe("double");
    expect(twin("FFC", "QS.ZX", "place2", "5", picked("place1", "5"))).toBeUndefined();
  });
});
