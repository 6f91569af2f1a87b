import { expect, test } from "vitest";
import { displayCount, displayMoney, displayOdds } from "./display.ts";

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

test.each([
  "vi-VN",
  "en-US",
  "id-ID",
  "ja-JP",
  "ko-KR",
  "pt-BR",
  "zh-TW",
  "zh-CN",
  "fr",
  "es",
  // Locales that the operator does not have are left to Intl.
  "de-CH",
  "pl-PL",
  "hi-IN",
])("writes numbers in %s as Intl does", (locale) => {
  const two = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
  const whole = new Intl.NumberFormat(locale);
  for (const size of [0, 7, 99, 123, 1_234, 12_345, 123_456, 1_234_567, 1_234_567_890]) {
    expect(displayMoney(BigInt(size) * 100n + 50n, locale)).toBe(two.format(size + 0.5));
    expect(displayCount(size, locale)).toBe(whole.format(size));
  }
  expect(displayOdds(12_345_678n, locale)).toBe(
    new Intl.NumberFormat(locale, { minimumFractionDigits: 4 }).format(1234.5678),
  );
});

test("counts are integers", () => {
  for (const wrong of [-1, 1.5, Number.NaN, 2 ** 60])
    expect(() => displayCount(wrong, "en-US")).toThrow(RangeError);
});
