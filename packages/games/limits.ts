import type { Money } from "@lotus/money";

/** Bounds on what may be bet. */
export interface Limits {
  /** The least and the most one bet may cost, minor units. */
  readonly minBet: Money;
  readonly maxBet: Money;
  /** The most one order may win. */
  readonly maxPayout: Money;
  /** Orders in one slip. */
  readonly maxLines: number;
  /** Bets in one order. */
  readonly maxBets: number;
}

/** The limits of an operator that has set none of its own. */
export const DEFAULT_LIMITS: Limits = {
  minBet: 1_00n,
  maxBet: 50_000_00n,
  maxPayout: 400_000_00n,
  maxLines: 200,
  maxBets: 100_000,
};
