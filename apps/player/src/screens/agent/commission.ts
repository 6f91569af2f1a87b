import { parseMoney, type Money } from "@lotus/money";

/** Divisor for percentages with two decimals: 1.00 % is 100n of 10,000n. */
const WHOLE = 10_000n;

/** Commission on a turnover at a rate in percent ("0.30"), rounded down to two decimals as on the server. */
export function commissionOf(turnover: Money, percent: string): Money {
  // A percentage has two decimals like money, so the same parser fits.
  const rate = parseMoney(percent);
  return rate.ok ? (turnover * rate.value) / WHOLE : 0n;
}
