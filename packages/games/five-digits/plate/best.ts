import { amountOf, type Prices, type Tally } from "./tally.ts";

/** A draw falls into parts; something of each, in arrays by what the part shows. */
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
  /** The first and the last digit, by the number that they are together, 0 to 99. */
  readonly ends: T;
  /** By the sum of the five digits. */
  readonly totals: T;
}

/** What the ticks of a selection win, as tallies. A draw wins the sum of its parts. */
export type PlateWins = ByPart<Int32Array>;

/** Of the draws seen that win anything, those that pay least and most. */
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

/** Sees a draw of this tally. */
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

/** Whether any draw that pays from `atLeast` to `atMost` can be better than those seen. */
export function mayImprove({ prices, least, most }: Best, atLeast: number, atMost: number): boolean {
  // What is better is so by a whole minor unit; half of one leaves room for the rounding of bounds.
  return atMost > most + 0.5 || Math.max(atLeast, prices.cheapest) < least - 0.5;
}
