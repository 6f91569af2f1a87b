import { describe, expect, test } from "vitest";
import { exampleAmount, feeOf, quickAmounts, readAmount } from "./read-amount.ts";

const bounds = { min: 10_00n, max: 5_000_00n, step: 1n };

describe("an amount is read by the locale", () => {
  test.each([
    ["vi-VN", "1.000", 1_000_00n],
    ["vi-VN", "12,5", 12_50n],
    ["en-US", "1,000", 1_000_00n],
    ["en-US", "12.5", 12_50n],
    ["en-US", " 12 ", 12_00n],
  ])("%s %s", (locale, typed, amount) => {
    expect(readAmount(typed, locale, bounds, { symbol: "K" })).toEqual({ ok: true, amount });
  });

  test.each([
    ["vi-VN", "12.5", "bad-grouping"],
    ["en-US", "12,5", "bad-grouping"],
    ["vi-VN", "12,345", "too-many-decimals"],
    ["vi-VN", "", "empty"],
    ["vi-VN", "-5", "not-a-number"],
    ["vi-VN", "9,99", "below-min"],
    ["vi-VN", "5000,01", "above-max"],
    ["vi-VN", "1e3", "not-a-number"],
  ])("%s %s is refused: %s", (locale, typed, problem) => {
    expect(readAmount(typed, locale, bounds, { symbol: "K" })).toEqual({ ok: false, problem });
  });

  test("the bounds themselves are taken", () => {
    expect(readAmount("10", "vi-VN", bounds, { symbol: "K" }).ok).toBe(true);
    expect(readAmount("5.000,00", "vi-VN", bounds, { symbol: "K" }).ok).toBe(true);
  });
});

test("the example is one that the locale reads", () => {
  for (const locale of ["vi-VN", "en-US"])
    expect(readAmount(exampleAmount(locale), locale, bounds, { symbol: "K" })).toEqual({
      ok: true,
      amount: 1_234_50n,
    });
});

test("quick amounts lie within the bounds, six at most", () => {
  expect(quickAmounts(bounds)).toEqual([50_00n, 100_00n, 200_00n, 500_00n, 1000_00n, 2000_00n]);
  expect(quickAmounts({ min: 300_00n, max: 900_00n, step: 1n })).toEqual([500_00n]);
});

test("only whole steps are taken and offered", () => {
  const whole = { min: 10_00n, max: 5_000_00n, step: 100_00n };
  expect(readAmount("100", "vi-VN", whole, { symbol: "K" }).ok).toBe(true);
  expect(readAmount("150", "vi-VN", whole, { symbol: "K" })).toEqual({ ok: false, problem: "not-whole" });
  expect(quickAmounts(whole)).toEqual([100_00n, 200_00n, 500_00n, 1000_00n, 2000_00n, 5000_00n]);
});

test("a fee is rounded up to whole steps", () => {
  expect(feeOf({ basisPoints: 150n, fixed: 50n }, 1n, 100_01n)).toBe(2_01n);
  expect(feeOf({ basisPoints: 150n, fixed: 0n }, 100n, 100_00n)).toBe(2_00n);
  expect(feeOf({ basisPoints: 0n, fixed: 0n }, 1n, 100_00n)).toBe(0n);
});
