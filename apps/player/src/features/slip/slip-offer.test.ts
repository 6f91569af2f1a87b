import type { EarlierSlip, SlipLine } from "@lotus/contract";
import { expect, test } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { offerOf, readOffer } from "./slip-offer.ts";

const tree = ruleTree("FFC");
const line = (item: string, amount: string, more: Partial<SlipLine> = {}): SlipLine => ({
  optionId: "YX.DWD",
  modeName: "One",
  optionName: "Place",
  groups: [{ code: "place1", items: [item] }],
  picks: item,
  betCount: 1,
  amount,
  total: amount,
  odds: { hit: "9.75" },
  ...more,
});
const slip = (...lines: SlipLine[]): EarlierSlip => ({
  gameCode: "FFC",
  prizeNo: "202611210001",
  time: 0,
  lines,
  total: "1.00",
});
const read = (...lines: SlipLine[]) => readOffer(tree, offerOf(slip(...lines)));

test("the stake that most lines have is the slip's, others have their own", () => {
  expect(read(line("1", "2.00"), line("2", "0.50"), line("3", "2.00"))).toEqual({
    unit: "2",
    lines: [
      { optionId: "YX.DWD", groups: [{ code: "place1", items: ["1"] }] },
      { optionId: "YX.DWD", groups: [{ code: "place1", items: ["2"] }], amount: "0.50" },
      { optionId: "YX.DWD", groups: [{ code: "place1", items: ["3"] }] },
    ],
    left: [],
    changes: [],
  });
});

test("what the rules of today do not have is left out and named", () => {
  const gone = line("1", "2.00", { optionId: "XX.YY", optionName: "Old bet" });
  const item = line("x", "2.00");
  const found = read(gone, item, line("3", "2.00"));
  expect(found.lines).toHaveLength(1);
  expect(found.left).toEqual(["Old bet 1", "Place x"]);
});

test("odds that differ from those it was accepted with are said, figure by figure", () => {
  const found = read(line("1", "2.00", { odds: { hit: "9.60" } }), line("2", "2.00"));
  expect(found.changes).toEqual([{ key: "0", name: "YX", figures: [{ before: 9_6000n, now: 9_7500n }] }]);
  // A saved slip has no odds to compare with.
  const { odds: _none, ...saved } = line("1", "2.00");
  expect(read(saved).changes).toEqual([]);
});

test("stakes out of today's bounds stay, for the slip to say so at the line", () => {
  expect(read(line("1", "0.10"), line("2", "5.00"), line("3", "5.00")).lines[0]).toMatchObject({
    amount: "0.10",
  });
});

test("no more lines than a slip may have", () => {
  const found = read(...Array.from({ length: 203 }, (_, at) => line("1", `${at + 1}.00`)));
  expect([found.lines.length, found.left.length]).toEqual([200, 3]);
});
