import { parseMoney, type Money } from "@lotus/money";

/** Of turnover in percent with two decimals: 1.00 % is 100n of 10,000n. */
const WHOLE = 10_000n;

/** What a rate in percent ("0.30") makes of a turnover, rounded down to two decimals as the server does. */
export function commissionOf(turnover: Money, percent: string): Money {
  // A percent has two decimals like money, and is read alike.
  const rate = parseMoney(percent);
  return rate.ok ? (turnover * rate.value) / WHOLE : 0n;
}
