import { expect, test } from "vitest";
import { type Figure, jsonOf, judge, medianFigures, ratioOf, tableOf } from "./bars.ts";

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

test("of several runs the median counts, and each is printed", () => {
  const run = (...values: number[]): Figure[] =>
    values.map((value, at) => ({ ...FIGURE, name: `figure ${at}`, value }));
  const medians = medianFigures([run(9, 5), run(1, 5), run(4, 5)]);
  expect(medians).toMatchObject([
    { name: "figure 0", value: 4, runs: [9, 1, 4] },
    { name: "figure 1", value: 5 },
  ]);
  expect(tableOf(medians)).toMatch(/4 \/s of 9, 1, 4 +40/u);
  expect(tableOf(medians)).toMatch(/figure 1 +5 \/s +40/u);
  expect(medianFigures([run(9)])).toEqual(run(9));
});

test("what one of several runs could not measure is not measured", () => {
  const broken = medianFigures([[FIGURE], [{ ...FIGURE, value: Number.NaN }], []]);
  expect(broken[0]?.value).toBeNaN();
});
