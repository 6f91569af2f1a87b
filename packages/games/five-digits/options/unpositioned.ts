import type { Option } from "../../bet.ts";
import { choices } from "../../combinations.ts";
import { fraction, type Fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt } from "../../picks.ts";
import { BASE, digitOption, digitsSeen, numbersGroup, sizeOf, type Places } from "../five-digits.ts";

// Probability that all given digits occur, by inclusion and exclusion.
function chanceOfAll(size: number, places: number): Fraction {
  let numbers = 0;
  for (let missing = 0; missing <= size; missing++) {
    numbers += (-1) ** missing * choices(size, missing) * (BASE - missing) ** places;
  }
  return fraction(numbers, BASE ** places);
}

/**
 * Unpositioned: every choice of `size` of the chosen digits is a bet. It wins when each of its digits shows
 * somewhere in the places, however often.
 */
export function unpositioned(code: string, places: Places, size: number): Option {
  return digitOption({
    code,
    board: { groups: numbersGroup(size) },
    tiers: hitWith(chanceOfAll(size, places.length)),
    count: (picks) => choices(chosenAt(picks, 0).indexes.length, size),
    settle: (picks, { numbers }) =>
      hits(choices(sizeOf(digitsSeen(numbers, places) & chosenAt(picks, 0).low), size)),
    extremes: (picks) => {
      // The places may show only the digits of one bet, or as many chosen digits as there are places.
      const most = Math.min(chosenAt(picks, 0).indexes.length, places.length);
      return [hits(1), hits(choices(most, size))];
    },
  });
}
