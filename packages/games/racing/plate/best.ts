import type { Outcome } from "../../bet.ts";
import { outcomeOf, type Prices, type Tally } from "./tally.ts";

/** The winning races with the smallest and the largest payout so far. */
export interface Best {
  readonly see: (tally: Tally) => void;
  /** Whether a race that pays from `least` to `most` could improve on those. */
  readonly mayImprove: (least: number, most: number) => boolean;
  readonly outcomes: () => readonly Outcome[];
}

/** No race evaluated yet. No winning race pays less than `cheapest`. */
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
    // An improvement is at least one minor unit; half of one allows for the rounding of bounds.
    mayImprove: (atLeast, atMost) => atMost > most + 0.5 || Math.max(atLeast, cheapest) < least - 0.5,
    outcomes: () => [outcomeOf(minTally), outcomeOf(maxTally)],
  };
}
