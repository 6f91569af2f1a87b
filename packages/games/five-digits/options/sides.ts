import type { Chosen, Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { has } from "../../picks.ts";
import { BASE, digitAt, digitOption, placeGroups, SIDES, type Places } from "../five-digits.ts";

const [BIG, SMALL, ODD, EVEN] = [0, 1, 2, 3];

// One digit of each of the four kinds that sides distinguish.
const KINDS = [0, 1, 5, 6];

// Number of chosen sides that a digit has: zero, one or two.
function shown(chosen: Chosen, digit: number): number {
  const size = has(chosen, digit * 2 >= BASE ? BIG : SMALL) ? 1 : 0;
  const parity = has(chosen, digit % 2 === 1 ? ODD : EVEN) ? 1 : 0;
  return size + parity;
}

/**
 * Big, small, odd, even over some places: sides are chosen for each place, one bet for every way to take
 * one of each. A bet wins when every place shows its side; as a digit has two, several bets can win.
 */
export function sides(code: string, places: Places): Option {
  return digitOption({
    code,
    board: { groups: placeGroups(places, SIDES, 1) },
    tiers: hitWith(fraction(1, 2 ** places.length)),
    count: (picks) => picks.chosen.reduce((bets, chosen) => bets * chosen.indexes.length, 1),
    settle: (picks, { numbers }) => {
      let won = 1;
      for (const [at, chosen] of picks.chosen.entries()) won *= shown(chosen, digitAt(numbers, places[at]));
      return hits(won);
    },
    extremes: (picks) => {
      // Places are drawn independently, so the extremes of each can coincide.
      let [least, most] = [1, 1];
      for (const chosen of picks.chosen) {
        const wins = KINDS.map((digit) => shown(chosen, digit)).filter((count) => count > 0);
        least *= Math.min(...wins);
        most *= Math.max(...wins);
      }
      return [hits(least), hits(most)];
    },
  });
}
