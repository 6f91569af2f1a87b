import fc from "fast-check";
import { expect, test } from "vitest";
import { formatOdds, parseOdds } from "./odds.ts";

test("written values can be parsed", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (odds) => {
      expect(parseOdds(formatOdds(odds))).toEqual({ ok: true, value: odds });
    }),
  );
});

test.each([
  [98_000n, "9.80"],
  [98_765n, "9.8765"],
  [98_750n, "9.875"],
  [10_000n, "1.00"],
  [9_750_000n, "975.00"],
  [1n, "0.0001"],
  [0n, "0.00"],
])("writes %s as %s", (odds, text) => {
  expect(formatOdds(odds)).toBe(text);
});

test.each([
  ["-1.00", "not-a-number"],
  ["1.", "not-a-number"],
  ["", "not-a-number"],
  ["1.00001", "too-many-decimals"],
  ["1000000000.00", "too-large"],
])("refuses %j as %s", (text, reason) => {
  expect(parseOdds(text)).toEqual({ ok: false, reason });
});
