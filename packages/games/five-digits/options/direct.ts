import type { Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { has } from "../../picks.ts";
import { BASE, digitAt, digitOption, DIGITS, placeGroups, type Places } from "../five-digits.ts";

/**
 * Direct: digits are chosen for each place, one bet for every way to take one of each. A bet wins when
 * all its digits stand in their places.
 */
export function direct(code: string, places: Places): Option {
  return digitOption({
    code,
    board: { groups: placeGroups(places, DIGITS, 1) },
    tiers: hitWith(fraction(1, BASE ** places.length)),
    count: (picks) => picks.chosen.reduce((bets, chosen) => bets * chosen.indexes.length, 1),
    settle: (picks, { numbers }) =>
      hits(picks.chosen.every((chosen, at) => has(chosen, digitAt(numbers, places[at]))) ? 1 : 0),
    extremes: () => [hits(1)],
  });
}
