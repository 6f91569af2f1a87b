import { payout, type Money, type Odds } from "@lotus/money";
import type { DrawResult, Option, Outcome, Pay, Picks } from "./bet.ts";
import { oddsKey } from "./odds-key.ts";

/** Bets in a selection, by formula. Picks that were read hold at least one. */
export function countBets(option: Option, picks: Picks): number {
  return option.count(picks);
}

/** What a draw makes of a selection: winning bets by tier and class, and bets whose stake comes back. */
export function settle(option: Option, picks: Picks, result: DrawResult): Outcome {
  return option.settle(picks, result);
}

/** Odds figures of one option by odds key. */
export type OddsTable = Readonly<Record<string, Odds>>;

/**
 * What an outcome pays: the sum over its tiers and classes of floor(betAmount × count × odds / 10⁴),
 * refunds not included. Odds that lack a key the outcome needs are a bug and throw.
 */
export function payoutOf({ wins }: Outcome, betAmount: Money, odds: OddsTable): Money {
  let total = 0n;
  for (const { tier, class: className, count } of wins) {
    const key = oddsKey(tier, className);
    const figure = odds[key];
    if (figure === undefined) throw new RangeError(`no odds for ${key}`);
    total += payout(betAmount, count, figure);
  }
  return total;
}

/**
 * The smallest and the largest payout of the draws that win anything. The largest is never below what a
 * draw can really pay, and exact for the digit games and dice. Where bets look at the lunar year, without
 * it the draws are those of any year.
 */
export function possiblePayout(
  option: Option,
  picks: Picks,
  betAmount: Money,
  odds: OddsTable,
  lunarYear?: number,
): { readonly min: Money; readonly max: Money } {
  let [min, max]: [Money | undefined, Money] = [undefined, 0n];
  const pay: Pay = (win) => payoutOf({ wins: [win], refunded: 0 }, betAmount, odds);
  for (const outcome of option.extremes(picks, lunarYear, pay)) {
    if (outcome.wins.length === 0) continue;
    const paid = payoutOf(outcome, betAmount, odds);
    if (min === undefined || paid < min) min = paid;
    if (paid > max) max = paid;
  }
  return { min: min ?? 0n, max };
}
