import type { Outcome } from "../../bet.ts";
import { outcomeOf, type Prices, type Tally } from "./tally.ts";

/** Of the races seen so far that win anything, those that pay least and most. */
export interface Best {
  readonly see: (tally: Tally) => void;
  /** Whether a race that pays from `least` to `most` can be better than those. */
  readonly mayImprove: (least: number, most: number) => boolean;
  readonly outcomes: () => readonly Outcome[];
}

/** Nothing seen yet. No race that wins pays less than `cheapest`. */
export function bestBy(prices: Prices, cheapest: number): Best {
  let [least, most] = [Infinity, -Infinity];
  let [minTally, maxTally]: [Tally, Tally] = [0, 0];
  return {
    see: (tally) => {
      if (tally === 0) return;
      const paid = prices.of(tally);
      if (paid > most) [most, maxTally] = [paid, tally];
      if (paid < least) [least, minTally] = [paid, tally];
    },
    // What is better is so by a whole minor unit; half of one leaves room for the rounding of bounds.
    mayImprove: (atLeast, atMost) => atMost > most + 0.5 || Math.max(atLeast, cheapest) < least - 0.5,
    outcomes: () => [outcomeOf(minTally), outcomeOf(maxTally)],
  };
}
