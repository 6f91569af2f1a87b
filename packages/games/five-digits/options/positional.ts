import type { Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { has } from "../../picks.ts";
import { ALL_FIVE, BASE, digitAt, digitOption, DIGITS, placeGroups } from "../five-digits.ts";

/** Positional: every ticked digit of any place is a bet that wins when that place shows it. */
export function positional(code: string): Option {
  return digitOption({
    code,
    board: { groups: placeGroups(ALL_FIVE, DIGITS, 0), minTotal: 1 },
    tiers: hitWith(fraction(1, BASE)),
    count: (picks) => picks.chosen.reduce((bets, chosen) => bets + chosen.indexes.length, 0),
    settle: (picks, { numbers }) => {
      let won = 0;
      for (const [place, chosen] of picks.chosen.entries()) if (has(chosen, digitAt(numbers, place))) won++;
      return hits(won);
    },
    extremes: (picks) => {
      // A place with all ten digits always wins one; any other place with a digit may or may not.
      const certain = picks.chosen.filter((chosen) => chosen.indexes.length === BASE).length;
      const possible = picks.chosen.filter((chosen) => chosen.indexes.length > 0).length;
      return [hits(Math.max(1, certain)), hits(possible)];
    },
  });
}
