import { expect, test } from "vitest";
import { itemOddsKey } from "../../odds-key.ts";
import { sumOf } from "../../testing/digits.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { possiblePayout, type OddsTable } from "../../settle.ts";
import { totalSides } from "./total-sides.ts";

const HAS: Readonly<Record<string, (sum: number) => boolean>> = {
  big: (sum) => sum >= 23,
  small: (sum) => sum <= 22,
  odd: (sum) => sum % 2 === 1,
  even: (sum) => sum % 2 === 0,
};

const TOTAL = totalSides("DXDS.ZH");

proveOption(TOTAL, ({ total: sides = [] }) =>
  sides.map((side) => ({
    key: `total-${side}`,
    wins: (numbers) => HAS[side]?.(sumOf(numbers)) ?? false,
  })),
);

test("each side has its own odds", () => {
  expect(itemOddsKey(TOTAL, "total", "odd")).toBe("total-odd");
});

test.each([
  ["big", "odd"],
  ["big", "even"],
  ["small", "odd"],
  ["small", "even"],
])("%s and %s may win together, and either alone", (size, parity) => {
  const picks = mustRead(TOTAL, [{ code: "total", items: [size, parity] }]);
  const odds: OddsTable = { "total-big": 1n, "total-small": 2n, "total-odd": 4n, "total-even": 8n };
  const [one = 0n, other = 0n] = [size, parity].map((side) => odds[`total-${side}`]);
  expect(possiblePayout(TOTAL, picks, 10_000n, odds)).toEqual({
    min: one < other ? one : other,
    max: one + other,
  });
});
