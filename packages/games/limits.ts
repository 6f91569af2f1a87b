import type { Money } from "@lotus/money";

/** Limits of bets. */
export interface Limits {
  /** Smallest and largest stake of one bet, minor units. */
  readonly minBet: Money;
  readonly maxBet: Money;
  /** Largest win of one order. */
  readonly maxPayout: Money;
  /** Largest number of orders in a slip. */
  readonly maxLines: number;
  /** Largest number of bets in an order. */
  readonly maxBets: number;
}

/** Default limits. */
export const DEFAULT_LIMITS: Limits = {
  minBet: 1_00n,
  maxBet: 50_000_00n,
  maxPayout: 400_000_00n,
  maxLines: 200,
  maxBets: 100_000,
};
