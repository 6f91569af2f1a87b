import { expect, test } from "vitest";
import { displayMoney, displayOdds } from "./display.ts";

test.each([
  [123_456_789n, "en-US", "1,234,567.89"],
  [123_456_789n, "vi-VN", "1.234.567,89"],
  [0n, "vi-VN", "0,00"],
  [5n, "en-US", "0.05"],
  [-5n, "en-US", "\u22120.05"],
  [-123_400n, "vi-VN", "\u22121.234,00"],
  // Beyond 2⁵³: a float would lose the cents.
  [9_007_199_254_740_993_01n, "en-US", "9,007,199,254,740,993.01"],
])("shows %s in %s as %s", (amount, locale, text) => {
  expect(displayMoney(amount, locale)).toBe(text);
});

test.each([
  [98_000n, "en-US", "9.80"],
  [98_000n, "vi-VN", "9,80"],
  [98_765n, "vi-VN", "9,8765"],
  [9_750_0000n, "en-US", "9,750.00"],
])("shows odds %s in %s as %s", (odds, locale, text) => {
  expect(displayOdds(odds, locale)).toBe(text);
});
