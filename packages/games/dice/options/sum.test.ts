import { expect, test } from "vitest";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { SUM } from "./sum.ts";

const SIDES: Readonly<Record<string, (sum: number) => boolean>> = {
  big: (sum) => sum > 10,
  small: (sum) => sum < 11,
  odd: (sum) => [3, 5, 7, 9, 11, 13, 15, 17].includes(sum),
  even: (sum) => [4, 6, 8, 10, 12, 14, 16, 18].includes(sum),
};

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

proveOption(SUM, ({ sum = [], side = [] }) => [
  ...sum.map((item) => ({
    key: `sum${item}`,
    wins: (numbers: readonly number[]) => total(numbers) === Number(item),
  })),
  ...side.map((item) => ({
    key: item,
    wins: (numbers: readonly number[]) => SIDES[item]?.(total(numbers)) ?? false,
  })),
]);

test("pays a triple like any other sum: 6 6 6 is 18, big and even", () => {
  const picks = mustRead(SUM, [
    { code: "sum", items: ["18", "3"] },
    { code: "side", items: ["big", "small", "odd", "even"] },
  ]);
  expect(SUM.settle(picks, { numbers: [6, 6, 6] }).wins).toEqual([
    { tier: "sum18", count: 1 },
    { tier: "big", count: 1 },
    { tier: "even", count: 1 },
  ]);
});
