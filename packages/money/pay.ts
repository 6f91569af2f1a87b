import type { Money } from "./money.ts";
import { ODDS_PER_UNIT, type Odds } from "./odds.ts";

/** Cost of an order: number of bets times the amount of one. */
export function stake(betAmount: Money, bets: number | bigint): Money {
  return betAmount * BigInt(bets);
}

/**
 * Payout of the winning bets of one tier and class: floor(betAmount × wins × odds / 10⁴), rounded once for all of them.
 * No argument may be negative.
 */
export function payout(betAmount: Money, wins: number | bigint, odds: Odds): Money {
  return (betAmount * BigInt(wins) * odds) / ODDS_PER_UNIT;
}

/** Refund of bets that neither win nor lose. */
export function refund(betAmount: Money, refunded: number | bigint): Money {
  return betAmount * BigInt(refunded);
}
