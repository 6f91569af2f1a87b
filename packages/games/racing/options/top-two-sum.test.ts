import { expect, test } from "vitest";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { TOP_TWO_SUM } from "./top-two-sum.ts";

const SIDES: Readonly<Record<string, readonly number[]>> = {
  big: [12, 13, 14, 15, 16, 17, 18, 19],
  small: [3, 4, 5, 6, 7, 8, 9, 10, 11],
  odd: [3, 5, 7, 9, 11, 13, 15, 17, 19],
  even: [4, 6, 8, 10, 12, 14, 16, 18],
};

proveOption(TOP_TWO_SUM, (picked) => [
  ...(picked["top-two-sum"] ?? []).map((sum) => ({
    key: `sum${sum}`,
    wins: ([a = 0, b = 0]: readonly number[]) => String(a + b) === sum,
  })),
  ...(picked["top-two-side"] ?? []).map((side) => ({
    key: `top-two-${side}`,
    wins: ([a = 0, b = 0]: readonly number[]) => SIDES[side]?.includes(a + b) ?? false,
  })),
]);

test.each([
  [
    [5, 6],
    ["sum11", "top-two-small", "top-two-odd"],
  ],
  [
    [10, 2],
    ["sum12", "top-two-big", "top-two-even"],
  ],
])("the first two cars %j win %j", (first, tiers) => {
  const everything = TOP_TWO_SUM.board.groups.map(({ code, items }) => ({ code, items }));
  const numbers = [...first, 1, 3, 4, 7, 8, 9];
  const { wins } = TOP_TWO_SUM.settle(mustRead(TOP_TWO_SUM, everything), { numbers });
  expect(wins).toEqual(tiers.map((tier) => ({ tier, count: 1 })));
});
