import { expect, test } from "vitest";
import { type Figure, jsonOf, judge, ratioOf, tableOf } from "./bars.ts";

const FIGURE: Figure = {
  section: "placing",
  name: "bets",
  value: 50,
  unit: "/s",
  beside: { name: "TPC-B", value: 40 },
};

test("a ratio divides the figure by its yardstick", () => {
  expect(ratioOf(FIGURE)).toBe(1.25);
  expect(ratioOf({ ...FIGURE, beside: { name: "nothing", value: 0 } })).toBeUndefined();
  expect(ratioOf({ section: "a", name: "b", value: 1, unit: "s" })).toBeUndefined();
});

test.each([
  [{ of: "ratio", least: 1.25 }, "met"],
  [{ of: "ratio", least: 1.26 }, "missed"],
  [{ of: "ratio", most: 1.25 }, "met"],
  [{ of: "ratio", most: 1.24 }, "missed"],
  [{ of: "value", least: 50 }, "met"],
  [{ of: "value", least: 51 }, "missed"],
  [{ of: "value", most: 50 }, "met"],
  [{ of: "value", most: 49 }, "missed"],
  [{ of: "value", least: 49, most: 51 }, "met"],
] as const)("a bar %o is %s", (bar, verdict) => {
  expect(judge({ ...FIGURE, bar })).toBe(verdict);
});

test("a figure without a bar is printed, and an unmeasured one misses its bar", () => {
  expect(judge(FIGURE)).toBe("told");
  expect(judge({ ...FIGURE, value: Number.NaN, bar: { of: "value", most: 1 } })).toBe("missed");
  expect(judge({ section: "a", name: "b", value: 1, unit: "s", bar: { of: "ratio", most: 3 } })).toBe(
    "missed",
  );
});

test("the table names each section once, and the line for machines carries the verdicts", () => {
  const figures: Figure[] = [
    { ...FIGURE, bar: { of: "ratio", least: 1 } },
    { ...FIGURE, name: "p99", value: 120.5, unit: "ms", bar: { of: "value", most: 100 } },
  ];
  const table = tableOf(figures);
  expect(table.match(/placing/gu)).toHaveLength(1);
  expect(table).toMatch(/bets +50 \/s +40 \(TPC-B\) +1\.25 +≥ 1× +met/u);
  expect(table).toMatch(/≤ 100 ms +missed/u);
  expect(JSON.parse(jsonOf(figures))).toMatchObject([
    { ratio: 1.25, verdict: "met" },
    { value: 120.5, verdict: "missed" },
  ]);
});
