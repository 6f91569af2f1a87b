import { amountOf, type Prices, type Tally } from "./tally.ts";

/** Values of the parts of a draw, in arrays indexed by what the part shows. */
export interface ByPart<T> {
  /** The five balls, by digit. */
  readonly first: T;
  readonly second: T;
  readonly third: T;
  readonly fourth: T;
  readonly fifth: T;
  /** The first, middle and last three, by shape. */
  readonly left: T;
  readonly middle: T;
  readonly right: T;
  /** The first and the last digit, by their two-digit number, 0 to 99. */
  readonly ends: T;
  /** By the sum of the five digits. */
  readonly totals: T;
}

/** Wins of a selection's ticks by part, as tallies. A draw wins the sum of its parts. */
export type PlateWins = ByPart<Int32Array>;

/** The winning draws seen so far with the smallest and the largest payout. */
export interface Best {
  readonly prices: Prices;
  least: number;
  most: number;
  minTally: Tally;
  maxTally: Tally;
}

/** Nothing seen yet. */
export function bestBy(prices: Prices): Best {
  return { prices, least: Infinity, most: -Infinity, minTally: 0, maxTally: 0 };
}

/** Records a draw with this tally. */
export function see(best: Best, tally: Tally): void {
  if (tally === 0) return;
  const paid = amountOf(best.prices.paid, tally);
  if (paid > best.most) {
    best.most = paid;
    best.maxTally = tally;
  }
  if (paid < best.least) {
    best.least = paid;
    best.minTally = tally;
  }
}

/** Whether a draw that pays from `atLeast` to `atMost` can improve on those seen. */
export function mayImprove({ prices, least, most }: Best, atLeast: number, atMost: number): boolean {
  // An improvement is at least one minor unit; half of one leaves room for the rounding of bounds.
  return atMost > most + 0.5 || Math.max(atLeast, prices.cheapest) < least - 0.5;
}
