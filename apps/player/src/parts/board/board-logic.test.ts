import { describe, expect, it } from "vitest";
import { ruleTree } from "../game-data/rules.fixture.ts";
import { assess } from "../slip/assess.ts";
import { cellAt, dragTo } from "./drag-run.ts";
import { groupRuns } from "./group-runs.ts";
import { helperItems, helpersFor, litHelper } from "./row-picks.ts";
import { randomPick } from "./random-picks.ts";

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
    const names = helpersFor("digit", DIGITS, 10);
    const lit = (picked: string) => litHelper(names, DIGITS, new Set(picked));
    expect(lit("56789")).toBe("big");
    expect(lit("5678")).toBeUndefined();
    expect(lit("0123456789")).toBe("all");
    expect(lit("")).toBeUndefined();
  });

  it("are offered where they help and fit", () => {
    expect(helpersFor("digit", DIGITS, 10)).toHaveLength(6);
    expect(helpersFor("digit", DIGITS, 5)).toEqual(["big", "small", "odd", "even", "clear"]);
    expect(helpersFor("die", DIGITS.slice(0, 6), 6)).toEqual(["all", "clear"]);
    expect(helpersFor("side", DIGITS.slice(0, 4), 4)).toEqual([]);
    expect(helpersFor("digit", DIGITS, 1)).toEqual([]);
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
    expect(cellAt(100, 0, 300, 10)).toBe(3);
    expect(cellAt(-20, 0, 300, 10)).toBe(0);
    expect(cellAt(900, 0, 300, 10)).toBe(9);
  });
});

describe("random pick", () => {
  it("makes a bet of every option of every game", () => {
    let turn = 0;
    // Not random, but every value comes up.
    const below = (bound: number) => (turn += 7) % bound;
    for (const game of ["FFC", "K3"] as const) {
      for (const option of ruleTree(game).rules.flatMap((mode) => mode.childrens)) {
        const line = randomPick(game, option, below);
        expect(line === null ? null : assess(game, line).state, option.id).toBe("ready");
      }
    }
  });

  it("draws from the whole board", () => {
    const option = ruleTree("FFC")
      .rules.flatMap((mode) => mode.childrens)
      .find(({ id }) => id === "HS.Z3");
    if (option === undefined) throw new Error("no such option");
    const highest = randomPick("FFC", option, (bound) => bound - 1);
    expect(highest?.groups).toEqual([{ code: "numbers", items: ["8", "9"] }]);
  });
});

describe("runs of groups", () => {
  const run = (game: "FFC" | "K3", id: string) =>
    groupRuns(
      ruleTree(game)
        .rules.flatMap((mode) => mode.childrens)
        .find((each) => each.id === id)?.groups ?? [],
    );

  it("three and more places with the same named items are one table", () => {
    expect(run("FFC", "LHD.LHH").map(({ table, groups }) => [table, groups.length])).toEqual([[true, 10]]);
  });

  it("rows of digits and two rows of sides stand by themselves", () => {
    expect(run("FFC", "WX.ZX").every(({ table }) => !table)).toBe(true);
    expect(run("FFC", "DXDS.H2").every(({ table }) => !table)).toBe(true);
    expect(run("K3", "HZ.HZ")).toHaveLength(2);
  });
});
