import { expect, test } from "vitest";
import type { Figure } from "../budget/bars.ts";
import { byFigure, changeTable, meaningOf } from "./compare.ts";

const figure = (name: string, value: number, more: Partial<Figure> = {}): Figure => ({
  section: "placing",
  name,
  value,
  unit: "a second",
  ...more,
});
const rate = (value: number, yardstick: number): Figure =>
  figure("bets", value, { beside: { name: "TPC-B", value: yardstick }, bar: { of: "ratio", least: 1 } });
const cost = (value: number): Figure =>
  figure("a bet", value, { unit: "µs", bar: { of: "value", most: 200 } });

/** Three pairs; the machine is slower in each than in the one before. */
const RUNS = [1, 2, 3].map((slow) => ({
  before: [rate(2000 / slow, 1000 / slow), cost(100 * slow), figure("gone", 1)],
  after: [rate(3000 / slow, 1000 / slow), cost(120 * slow), figure("new", 1), figure("told", slow)],
}));

test("figures that both revisions have are compared, by their ratio to the yardstick where there is one", () => {
  const compared = byFigure(RUNS);
  expect(compared.map((each) => each.figure.name)).toEqual(["bets", "a bet"]);
  expect(compared[0]).toMatchObject({ before: [2, 2, 2], after: [3, 3, 3] });
});

test("the bar says which way is better", () => {
  const [bets, bet] = byFigure(RUNS);
  expect(bets && meaningOf(bets)).toBe("better");
  expect(bet && meaningOf(bet)).toBe("worse");
  expect(meaningOf({ figure: figure("told", 1), before: [1, 1], after: [2, 2] })).toBe("changed");
  expect(meaningOf({ figure: cost(1), before: [100, 100, 100], after: [90, 110, 101] })).toBe("as before");
  expect(meaningOf({ figure: cost(1), before: [100], after: [90] })).toBe("too few");
});

test("the table says the change and where it lies", () => {
  const [, row = ""] = changeTable(byFigure(RUNS)).split("\n");
  expect(row.replaceAll(/ {2,}/gu, " | ")).toBe(
    "placing | bets | 2 | 3 | +50.0 % | +50.0 % … +50.0 % | better",
  );
});
