import { LOST, type Outcome, type Tier } from "./bet.ts";
import type { Fraction } from "./fraction.ts";

/** The tiers of an option with a single way to win, "hit", all of whose bets are equally likely. */
export function hitWith(p: Fraction): readonly Tier[] {
  return [{ code: "hit", classes: [{ p }] }];
}

/** The outcome of an option with the single tier "hit" and `count` winning bets. */
export function hits(count: number): Outcome {
  return count === 0 ? LOST : { wins: [{ tier: "hit", count }], refunded: 0 };
}

/** The outcome of a single winning bet of a tier, or of none without a tier. */
export function oneWin(tier: string | undefined): Outcome {
  return tier === undefined ? LOST : { wins: [{ tier, count: 1 }], refunded: 0 };
}
