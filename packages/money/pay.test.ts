import fc from "fast-check";
import { expect, test } from "vitest";
import { payout, refund, stake } from "./pay.ts";

const amount = fc.bigInt({ min: 1n, max: 5_000_000n });
const bets = fc.nat(100_000);
const odds = fc.bigInt({ min: 1n, max: 10n ** 10n });

test.each([
  [100n, 1, 98_000n, 980n],
  [101n, 1, 98_765n, 997n],
  [1n, 1, 9_999n, 0n],
  [1n, 2, 9_999n, 1n],
  [5_000_000n, 100_000, 9_750_000n, 487_500_000_000_000n],
])("pays %s × %s bets at odds %s", (betAmount, wins, figure, paid) => {
  expect(payout(betAmount, wins, figure)).toBe(paid);
});

test("a payout is the exact product with less than one minor unit cut off", () => {
  fc.assert(
    fc.property(amount, bets, odds, (betAmount, wins, figure) => {
      const exact = betAmount * BigInt(wins) * figure;
      const paid = payout(betAmount, wins, figure) * 10_000n;
      expect(paid <= exact && exact - paid < 10_000n).toBe(true);
    }),
  );
});

test("flooring once never pays less than flooring bet by bet", () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 500 }), odds, (betAmount, wins, figure) => {
      expect(payout(betAmount, wins, figure)).toBeGreaterThanOrEqual(
        payout(betAmount, 1, figure) * BigInt(wins),
      );
    }),
  );
});

test("refunding every bet returns the stake", () => {
  fc.assert(
    fc.property(amount, bets, (betAmount, count) => {
      expect(refund(betAmount, count)).toBe(stake(betAmount, BigInt(count)));
    }),
  );
});
