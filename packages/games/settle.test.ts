import { expect, test } from "vitest";
import { payoutOf } from "./settle.ts";

test("each tier and class is floored once for all its bets", () => {
  const outcome = {
    wins: [
      { tier: "hit", count: 3 },
      { tier: "side", class: "big", count: 1 },
    ],
    refunded: 5,
  };
  // 3 × 0.33 × 1.0001 = 0.990099 and 0.33 × 9.8765 = 3.259245, each cut to the cent.
  expect(payoutOf(outcome, 33n, { hit: 10_001n, "side/big": 98_765n })).toBe(99n + 325n);
});

test("missing odds throw", () => {
  expect(() => payoutOf({ wins: [{ tier: "hit", count: 1 }], refunded: 0 }, 100n, {})).toThrow(
    "no odds for hit",
  );
});
