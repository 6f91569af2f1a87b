import { describe, expect, it } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { assess, oddsTable, readStake } from "./assess.ts";
import type { SlipLine } from "./slip-line.ts";
import { oddsChanges, slipFigures, slipProblem } from "./slip-figures.ts";
import { yearChanges } from "./slip-year.ts";

const tree = ruleTree("FFC");
const direct: SlipLine = {
  key: "1",
  optionId: "QS.ZX",
  groups: [
    { code: "place1", items: ["3"] },
    { code: "place2", items: ["1", "7"] },
    { code: "place3", items: ["0", "5"] },
  ],
};
const duel: SlipLine = {
  key: "2",
  optionId: "LHD.LHH",
  groups: [
    { code: "1v2", items: ["dragon"] },
    { code: "3v4", items: ["tie"] },
  ],
};
const figures = (lines: readonly SlipLine[], unit: string) => slipFigures("FFC", tree.rules, lines, unit);

describe("slip", () => {
  it("counts bets and adds up their stakes", () => {
    const slip = figures([direct, duel], "2.5");
    expect(slip.lines.map((line) => line.betCount)).toEqual([4, 2]);
    expect(slip.betCount).toBe(6);
    expect(slip.total).toBe(15_00n);
  });

  it("the lowest payout is that of the line whose win is paid least", () => {
    const slip = figures([direct, duel], "2");
    expect(slip.lines.map((line) => line.minPaid)).toEqual([1950_00n, 4_32n]);
    expect(slip.minPaid).toBe(4_32n);
    expect(figures([], "2").minPaid).toBe(0n);
  });

  it("the highest payout is the sum of what each line can be paid at most", () => {
    const slip = figures([direct, duel], "2");
    // One of four direct bets at 975.00; dragon 2.16 and tie 9.75 may both come.
    expect(slip.lines.map((line) => line.maxPaid)).toEqual([1950_00n, 4_32n + 19_50n]);
    expect(slip.maxPaid).toBe(1950_00n + 23_82n);
  });

  it("shows only the odds that the picks can be paid by", () => {
    expect(figures([duel], "2").lines[0]?.odds).toEqual({ least: 2_1600n, most: 9_7500n });
    const dragon = { ...duel, groups: [{ code: "1v2", items: ["dragon"] }] };
    expect(figures([dragon], "2").lines[0]?.odds).toEqual({ least: 2_1600n, most: 2_1600n });
  });

  it("leaves out what is no bet", () => {
    const half = { ...direct, groups: direct.groups.slice(0, 2) };
    expect(figures([half, { ...direct, optionId: "no such" }], "2").lines).toEqual([]);
  });

  it.each([
    ["nothing picked", [], "2", "noSelection"],
    ["no amount", [direct], "", "noAmount"],
    ["zero", [direct], "0", "noAmount"],
    ["under the least stake", [direct], "0.99", "belowMin"],
    ["over the highest stake", [direct], "50000.01", "aboveMax"],
    ["a payout over the cap", [direct], "411", "overCap"],
    ["more than the balance", [direct], "31", "balance"],
  ])("states the reason: %s", (_what, lines, unit, kind) => {
    expect(slipProblem(figures(lines, unit), 100_00n)?.kind).toBe(kind);
  });

  it("says when a slip has too many lines, or a line too many bets", () => {
    const bounds = { maxLines: 2, maxBets: 4 };
    const others = ["2", "3"].map((key) => ({ ...direct, key }));
    expect(slipProblem(figures([direct, ...others], "2"), null, bounds)).toEqual({
      kind: "tooManyLines",
      max: 2,
    });
    expect(slipProblem(figures([direct, duel], "2"), null, bounds)).toBeNull();
    expect(slipProblem(figures([duel, direct], "2"), null, { ...bounds, maxBets: 3 })).toEqual({
      kind: "tooManyBets",
      key: "1",
      max: 3,
    });
  });

  it("a line's own stake counts for it alone, and what is wrong with it names the line", () => {
    const own = { ...duel, amount: "0.5" };
    const slip = figures([direct, own], "2");
    expect(slip).toMatchObject({ unit: 2_00n, oneUnit: null, total: 9_00n, betCount: 6 });
    expect(slip.lines.map(({ unit, total }) => [unit, total])).toEqual([
      [2_00n, 8_00n],
      [50n, 1_00n],
    ]);
    expect(slip.lines[1]?.maxPaid).toBe(1_08n + 4_87n);
    expect(slipProblem(slip, null)).toEqual({ kind: "belowMin", key: "2", min: 1_00n });
    expect(slipProblem(figures([direct, { ...duel, amount: "" }], "2"), null)).toEqual({
      kind: "noAmount",
      key: "2",
    });
    // The slip's own stake does not matter where every line has another.
    expect(figures([{ ...direct, amount: "3" }], "")).toMatchObject({ oneUnit: 3_00n, total: 12_00n });
    expect(slipProblem(figures([{ ...direct, amount: "3" }], ""), null)).toBeNull();
  });

  it("a slip that the balance just covers can be sent", () => {
    expect(slipProblem(figures([direct], "25"), 100_00n)).toBeNull();
    expect(slipProblem(figures([direct], "25.01"), 100_00n)).toEqual({ kind: "balance", missing: 4n });
    expect(slipProblem(figures([direct], "26"), null)).toBeNull();
  });

  it("names the lines whose odds changed, old and new", () => {
    const renewed = ruleTree("FFC", { halveOdds: true });
    const changes = oddsChanges(figures([direct], "2"), slipFigures("FFC", renewed.rules, [direct], "2"));
    expect(changes).toEqual([
      { key: "1", name: "QS · QS.ZX", figures: [{ before: 975_0000n, now: 487_5000n }] },
    ]);
    expect(oddsChanges(figures([direct], "2"), figures([direct], "9"))).toEqual([]);
  });
});

describe("changed odds", () => {
  /** Changes of a line when some figures of its option are halved. */
  function changesOf(game: "FFC" | "LHC" | "K3", line: SlipLine, halved: readonly string[]) {
    const before = slipFigures(game, ruleTree(game).rules, [line], "2");
    const renewed = slipFigures(game, ruleTree(game, { halveOdds: halved }).rules, [line], "2");
    return oddsChanges(before, renewed).flatMap((change) => change.figures);
  }
  const sums: SlipLine = {
    key: "1",
    optionId: "HZ.HZ",
    groups: [
      { code: "sum", items: ["3", "9", "18"] },
      { code: "side", items: ["big"] },
    ],
  };

  it("between the minimum and the maximum of a line are shown too", () => {
    expect(changesOf("K3", sums, ["sum9"])).toEqual([{ prize: "sum9", before: 7_5600n, now: 3_7800n }]);
  });

  it("of unpicked items do not change the line", () => {
    expect(changesOf("K3", sums, ["sum10", "small"])).toEqual([]);
  });

  it("are shown for each tier that the bets may win", () => {
    const links: SlipLine = {
      key: "1",
      optionId: "LM.SZE",
      groups: [{ code: "numbers", items: ["1", "2", "3"] }],
    };
    expect(changesOf("LHC", links, ["three"])).toEqual([
      { prize: "three", before: 130_9000n, now: 65_4500n },
    ]);
    expect(changesOf("LHC", links, ["two", "three"])).toHaveLength(2);
  });

  it("of prizes with the same name are shown once", () => {
    const animals: SlipLine = {
      key: "1",
      optionId: "SX.HX",
      groups: [{ code: "zodiac", items: ["rat", "ox"] }],
    };
    expect(changesOf("LHC", animals, ["zodiacs2/year", "zodiacs2/other"])).toHaveLength(1);
  });
});

describe("a line of animals", () => {
  // 2026 is the year of the horse, which five balls bear in it and four in the next.
  const lhc = ruleTree("LHC");
  const animals = (...items: string[]): SlipLine => ({
    key: "1",
    optionId: "SX.TX",
    groups: [{ code: "zodiac", items }],
  });
  const inYear = (line: SlipLine, year: number) => slipFigures("LHC", lhc.rules, [line], "2", year).lines[0];
  const [table] = [lhc.rules.flatMap((mode) => mode.childrens).find(({ id }) => id === "SX.TX")].map(
    (option) => (option === undefined ? {} : oddsTable(option)),
  );
  const [year = 0n, other = 0n] = [table?.["hit/year"], table?.["hit/other"]];

  it("is paid by the odds of the lunar year of its draw", () => {
    expect(year).toBeLessThan(other);
    expect(inYear(animals("horse"), 2026)?.odds).toEqual({ least: year, most: year });
    expect(inYear(animals("horse"), 2027)?.odds).toEqual({ least: other, most: other });
  });

  it("can pay what the animals of that year pay, and no more", () => {
    const paid = (odds: bigint) => (2_00n * odds) / 10_000n;
    expect(inYear(animals("horse"), 2026)).toMatchObject({ minPaid: paid(year), maxPaid: paid(year) });
    expect(inYear(animals("horse"), 2027)).toMatchObject({ minPaid: paid(other), maxPaid: paid(other) });
    expect(inYear(animals("horse", "rat"), 2026)).toMatchObject({
      minPaid: paid(year),
      maxPaid: paid(other),
    });
  });

  it("lists the changes of another year by animal", () => {
    const lines = [inYear(animals("horse", "goat", "rat"), 2027)].filter((line) => line !== undefined);
    expect(yearChanges("LHC", lines, 2026, 2027)).toEqual([
      {
        key: "1",
        name: lines[0]?.name,
        figures: [
          { prize: "horse", before: year, now: other },
          { prize: "goat", before: other, now: year },
        ],
      },
    ]);
    expect(yearChanges("LHC", lines, 2027, 2027)).toEqual([]);
  });
});

describe("selection", () => {
  it("is empty, incomplete with its reason, or a number of bets", () => {
    expect(assess("FFC", { optionId: "QS.ZX", groups: [] })).toEqual({ state: "empty" });
    expect(assess("FFC", { optionId: "QS.ZX", groups: direct.groups.slice(0, 2) })).toMatchObject({
      state: "incomplete",
      reason: { reason: "too-few", group: "place3", min: 1 },
    });
    expect(assess("FFC", direct)).toEqual({ state: "ready", betCount: 4 });
  });

  it("of an option this build does not hold is unknown", () => {
    expect(assess("FFC", { ...direct, optionId: "XX.NEW" })).toEqual({ state: "unknown" });
    expect(assess("NEWGAME", direct)).toEqual({ state: "unknown" });
  });
});

it.each([
  ["2", 2_00n],
  ["2.", 2_00n],
  ["0.5", 50n],
  [".5", 50n],
  ["", null],
  ["0.00", null],
])("reads %j as a stake", (typed, amount) => {
  expect(readStake(typed)).toBe(amount);
});
