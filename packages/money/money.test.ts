import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney, parseMoney } from "./money.ts";

const money = fc.bigInt({ min: -99_999_999_999_999_999n, max: 99_999_999_999_999_999n });

test("written values can be parsed", () => {
  fc.assert(
    fc.property(money, (amount) => {
      expect(parseMoney(formatMoney(amount))).toEqual({ ok: true, value: amount });
    }),
  );
});

test.each([
  ["0", 0n],
  ["0.05", 5n],
  ["-0.05", -5n],
  ["1234.5", 123_450n],
  ["1234.50", 123_450n],
  ["999999999999999.99", 99_999_999_999_999_999n],
])("reads %s", (text, value) => {
  expect(parseMoney(text)).toEqual({ ok: true, value });
});

test.each([
  ["", "not-a-number"],
  ["1.", "not-a-number"],
  [".5", "not-a-number"],
  ["01", "not-a-number"],
  ["+1", "not-a-number"],
  ["1e3", "not-a-number"],
  ["1,5", "not-a-number"],
  [" 1", "not-a-number"],
  ["0x10", "not-a-number"],
  ["١", "not-a-number"],
  ["1\n", "not-a-number"],
  ["1.005", "too-many-decimals"],
  ["1000000000000000", "too-large"],
])("refuses %j as %s", (text, reason) => {
  expect(parseMoney(text)).toEqual({ ok: false, reason });
});

test("reading never throws, whatever the text", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(typeof parseMoney(text).ok).toBe("boolean");
    }),
  );
});

test.each([
  [0n, "0.00"],
  [5n, "0.05"],
  [-5n, "-0.05"],
  [123_450n, "1234.50"],
  [-123_456n, "-1234.56"],
])("writes %s as %s", (amount, text) => {
  expect(formatMoney(amount)).toBe(text);
});
