import type { Money } from "./money.ts";
import { ODDS_PER_UNIT, type Odds } from "./odds.ts";

/** What an order costs: its bets times the amount of one. */
export function stake(betAmount: Money, bets: number | bigint): Money {
  return betAmount * BigInt(bets);
}

/**
 * What the winning bets of one tier and class are paid: floor(betAmount × wins × odds / 10⁴), floored
 * once for all of them together. None of the three may be negative.
 */
export function payout(betAmount: Money, wins: number | bigint, odds: Odds): Money {
  return (betAmount * BigInt(wins) * odds) / ODDS_PER_UNIT;
}

/** What is given back for bets that neither win nor lose. */
export function refund(betAmount: Money, refunded: number | bigint): Money {
  return betAmount * BigInt(refunded);
}
