import { expect, test } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { slipFigures } from "./slip-figures.ts";
import { stakeBounds, stepStake, typedAmount } from "./stake-steps.ts";

const bounds = { min: 1_00n, max: 50_000_00n };

test.each([
  [4_00n, "half", 2_00n, null],
  // Half a hundredth is no money.
  [2_05n, "half", 1_02n, null],
  [1_50n, "half", 1_00n, "min"],
  [1_00n, "half", 1_00n, "min"],
  // Too little already: half of it is no help, and neither is more.
  [50n, "half", 50n, "min"],
  [4_00n, "double", 8_00n, null],
  [30_000_00n, "double", 50_000_00n, "max"],
  [50_000_00n, "double", 50_000_00n, "max"],
] as const)("%s, %s: %s, stopped at %s", (amount, step, after, stoppedAt) => {
  expect(stepStake(amount, step, bounds)).toEqual({ amount: after, stoppedAt });
});

test("without a largest stake nothing stops twice as much", () => {
  expect(stepStake(9_00n, "double", { min: 1_00n, max: null }).amount).toBe(18_00n);
});

test("the bounds of several lines are those that all of them allow", () => {
  const tree = ruleTree("K3");
  const rules = tree.rules.map((mode) => ({
    ...mode,
    childrens: mode.childrens.map((option) =>
      option.id === "HZ.HZ" ? { ...option, minBet: "2.00", maxBet: "90.00" } : option,
    ),
  }));
  const lines = [
    { key: "1", optionId: "HZ.HZ", groups: [{ code: "side", items: ["big"] }] },
    { key: "2", optionId: "SBTH.SBTH", groups: [{ code: "numbers", items: ["1", "2", "3"] }] },
  ];
  expect(stakeBounds(slipFigures("K3", rules, lines, "2").lines)).toEqual({ min: 2_00n, max: 90_00n });
  expect(stakeBounds([])).toEqual({ min: 1_00n, max: null });
});

test("an amount is as one types it", () => {
  expect([3_00n, 3_50n, 5n].map(typedAmount)).toEqual(["3", "3.50", "0.05"]);
});
