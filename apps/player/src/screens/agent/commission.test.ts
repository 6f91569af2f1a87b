import { expect, test } from "vitest";
import { commissionOf } from "./commission.ts";

test.each([
  [1_000_00n, "0.30", 3_00n],
  [1_000_00n, "0.05", 50n],
  [9_99n, "0.30", 2n],
  [3_33n, "0.30", 0n],
  [200n, "99.99", 199n],
])("%d at %s %% is %d, never rounded up", (turnover, percent, expected) => {
  expect(commissionOf(turnover, percent)).toBe(expected);
});

test("a turnover beyond what a float can hold loses nothing", () => {
  expect(commissionOf(900_719_925_474_099_300n, "1.00")).toBe(9_007_199_254_740_993n);
});
