import fc from "fast-check";
import { expect, test } from "vitest";
import { displayMoney } from "./display.ts";
import { parseMoneyInput, parseOddsInput } from "./input.ts";

test.each([
  ["1.000", "vi-VN", 100_000n],
  ["1,5", "vi-VN", 150n],
  ["1.234.567,89", "vi-VN", 123_456_789n],
  ["1234567,89", "vi-VN", 123_456_789n],
  ["1,000", "en-US", 100_000n],
  ["1.5", "en-US", 150n],
  [" 20 ", "en-US", 2_000n],
  ["007", "en-US", 700n],
  ["0", "vi-VN", 0n],
  ["２０．５", "ja-JP", 2_050n],
  ["1 000,50", "fr-FR", 100_050n],
  ["1.000", "es-ES", 100_000n],
  ["12,34,567.8", "en-IN", 123_456_780n],
  ["1’000.50", "de-CH", 100_050n],
  ["\u202A1\u202F234,50\u202C", "fr", 123_450n],
  ["\u200E１２３４５．５\uFEFF", "en-US", 1_234_550n],
  ["٢٠", "en-US", 2_000n],
  ["1 500 000", "vi-VN", 150_000_000n],
  ["1\u00A0500\u202F000,5", "vi-VN", 150_000_050n],
  ["1 500.50", "en-US", 150_050n],
])("reads %j in %s", (text, locale, value) => {
  expect(parseMoneyInput(text, locale)).toEqual({ ok: true, value });
});

test.each([
  ["", "vi-VN", "empty"],
  ["  ", "vi-VN", "empty"],
  ["1.5", "vi-VN", "bad-grouping"],
  ["10.00", "vi-VN", "bad-grouping"],
  ["1.0000", "vi-VN", "bad-grouping"],
  ["1,5", "en-US", "bad-grouping"],
  ["1..000", "vi-VN", "bad-grouping"],
  ["1,5,0", "vi-VN", "not-a-number"],
  ["1,", "vi-VN", "not-a-number"],
  [",5", "vi-VN", "not-a-number"],
  ["1,0.0", "vi-VN", "not-a-number"],
  ["-1", "en-US", "not-a-number"],
  ["1e3", "en-US", "not-a-number"],
  ["VND 5", "en-US", "not-a-number"],
  ["5tr", "vi-VN", "not-a-number"],
  ["1,500.50", "vi-VN", "not-a-number"],
  ["1 50", "vi-VN", "not-a-number"],
  ["15 000 00", "vi-VN", "not-a-number"],
  ["1 500.000", "vi-VN", "bad-grouping"],
  ["1.005", "en-US", "too-many-decimals"],
  ["1000000000000000", "en-US", "too-large"],
])("refuses %j in %s as %s", (text, locale, reason) => {
  expect(parseMoneyInput(text, locale)).toEqual({ ok: false, reason });
});

test.each([
  ["200,00 K", "vi-VN", "K", 20_000n],
  ["200,00\u00A0K", "vi-VN", "K", 20_000n],
  ["1.500k", "vi-VN", "K", 150_000n],
  ["1\u202F500,50 €", "fr", "€", 150_050n],
  ["$1,500.50", "en-US", "$", 150_050n],
  ["1 500 000 K", "vi-VN", "K", 150_000_000n],
])("reads %j in %s with the sign %s of the currency", (text, locale, sign, value) => {
  expect(parseMoneyInput(text, locale, { symbol: sign })).toEqual({ ok: true, value });
});

const THOUSANDS = { symbol: "K", code: "VND", bankUnits: 1000 };

test.each([
  ["500.000đ", "vi-VN", 500_00n],
  ["500.000đ", "en-US", 500_00n],
  ["1.000.000 ₫", "vi-VN", 1000_00n],
  ["₫500,000", "en-US", 500_00n],
  ["VND 500.000", "vi-VN", 500_00n],
  ["500000 vnđ", "fr", 500_00n],
  ["500 000 ₫", "fr", 500_00n],
  ["+500", "vi-VN", 500_00n],
  ["500k", "vi-VN", 500_00n],
  ["500k đ", "vi-VN", 500_00n],
  ["500 nghìn", "vi-VN", 500_00n],
  ["500 ngàn", "vi-VN", 500_00n],
  ["5tr", "vi-VN", 5000_00n],
  ["2 triệu đồng", "vi-VN", 2000_00n],
  ["1,5 triệu", "vi-VN", 1500_00n],
  ["1,234 TR", "vi-VN", 1234_00n],
])("reads %j in %s as people name amounts of đồng, in thousands", (text, locale, value) => {
  expect(parseMoneyInput(text, locale, THOUSANDS)).toEqual({ ok: true, value });
});

test("an amount named in đồng that the unit cannot hold is not rounded", () => {
  expect(parseMoneyInput("500.005đ", "vi-VN", THOUSANDS)).toEqual({ ok: false, reason: "too-many-decimals" });
  expect(parseMoneyInput("999999999999999tr", "vi-VN", THOUSANDS)).toEqual({
    ok: false,
    reason: "too-large",
  });
});

test("a currency whose unit is that of the bank has its code and sign, and no words", () => {
  const euro = { symbol: "€", code: "EUR", bankUnits: 1 };
  expect(parseMoneyInput("EUR 500", "en-US", euro)).toEqual({ ok: true, value: 500_00n });
  expect(parseMoneyInput("5tr", "en-US", euro)).toEqual({ ok: false, reason: "not-a-number" });
});

test.each(["K", "đ", "2tr5", "++5", "+", "200 USD", "K200K", "2K00", "5 trK"])(
  "%j is no amount in K",
  (text) => {
    expect(parseMoneyInput(text, "vi-VN", THOUSANDS)).toEqual({ ok: false, reason: "not-a-number" });
  },
);

test("odds have the decimal sign of the language, and no other", () => {
  expect(parseOddsInput("9,875", "vi-VN")).toEqual({ ok: true, value: 98_750n });
  expect(parseOddsInput("9.875", "en-US")).toEqual({ ok: true, value: 98_750n });
  expect(parseOddsInput("1,950", "en-US")).toEqual({ ok: true, value: 19_500_000n });
  expect(parseOddsInput("9,875", "en-US")).toEqual({ ok: true, value: 98_750_000n });
  expect(parseOddsInput("9,75", "en-US")).toEqual({ ok: false, reason: "bad-grouping" });
  expect(parseOddsInput("9.75", "vi-VN")).toEqual({ ok: false, reason: "bad-grouping" });
});

test("each locale parses what it formats", () => {
  const locales = fc.constantFrom(
    "vi-VN",
    "en-US",
    "zh-CN",
    "ja-JP",
    "th-TH",
    "id-ID",
    "fr-FR",
    "de-DE",
    "hi-IN",
  );
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n }), locales, (amount, locale) => {
      expect(parseMoneyInput(displayMoney(amount, locale), locale)).toEqual({ ok: true, value: amount });
    }),
  );
});

test("reading never throws, whatever is typed", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(typeof parseMoneyInput(text, "vi-VN").ok).toBe("boolean");
    }),
  );
});
