import { expect, test } from "vitest";
import { sumOf } from "../../proof/digits.ts";
import { itemOddsKey } from "../../odds-key.ts";
import { proveOption } from "../../proof/prove.ts";
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

test("each side stands with its own odds", () => {
  expect(itemOddsKey(TOTAL, "total", "odd")).toBe("total-odd");
});
