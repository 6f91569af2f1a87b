import type { Option, Outcome } from "../../bet.ts";
import { LOST } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { has } from "../../picks.ts";
import { ALL_FIVE, BASE, digitAt, digitOption, DIGITS } from "../five-digits.ts";

/** Names of a positional option: prefix of its groups, before the place's number, and its only tier. */
export interface PositionalNames {
  readonly group: string;
  readonly tier: string;
}

/** Positional: every ticked digit of any place is a bet that wins when that place shows it. */
export function positional(
  code: string,
  { group, tier }: PositionalNames = { group: "place", tier: "hit" },
): Option {
  const won = (count: number): Outcome => (count === 0 ? LOST : { wins: [{ tier, count }], refunded: 0 });
  return digitOption({
    code,
    board: {
      groups: ALL_FIVE.map((place) => ({
        code: `${group}${String(place + 1)}`,
        min: 0,
        max: BASE,
        items: DIGITS,
      })),
      minTotal: 1,
    },
    tiers: [{ code: tier, classes: [{ p: fraction(1, BASE) }] }],
    count: (picks) => picks.chosen.reduce((bets, chosen) => bets + chosen.indexes.length, 0),
    settle: (picks, { numbers }) => {
      let count = 0;
      for (const [place, chosen] of picks.chosen.entries()) {
        // A place without a tick is not read.
        if (chosen.low !== 0 && has(chosen, digitAt(numbers, place))) count++;
      }
      return won(count);
    },
    extremes: (picks) => {
      // A place with all ten digits always wins one bet; any other place with a digit may or may not.
      const certain = picks.chosen.filter((chosen) => chosen.indexes.length === BASE).length;
      const possible = picks.chosen.filter((chosen) => chosen.indexes.length > 0).length;
      return [won(Math.max(1, certain)), won(possible)];
    },
  });
}
