import { LOST, type Outcome, type Tier } from "./bet.ts";
import type { Fraction } from "./fraction.ts";

/** The tiers of an option with a single way to win, "hit", all of whose bets are equally likely. */
export function hitWith(p: Fraction): readonly Tier[] {
  return [{ code: "hit", classes: [{ p }] }];
}

/** The outcome of an option with the single tier "hit": so many winning bets. */
export function hits(count: number): Outcome {
  return count === 0 ? LOST : { wins: [{ tier: "hit", count }], refunded: 0 };
}
