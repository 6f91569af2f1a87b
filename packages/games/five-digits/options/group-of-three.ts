import type { Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt, has } from "../../picks.ts";
import { BASE, digitAt, digitOption, numbersGroup, type Places } from "../five-digits.ts";

/**
 * Group of three: every ordered pair of the chosen digits is a bet on the first one twice and the second
 * once. It wins when the three places show just that, in any order; a triple loses.
 */
export function groupOfThree(code: string, places: Places): Option {
  return digitOption({
    code,
    board: { groups: numbersGroup(2) },
    tiers: hitWith(fraction(3, BASE ** 3)),
    count: (picks) => {
      const chosen = chosenAt(picks, 0).indexes.length;
      return chosen * (chosen - 1);
    },
    settle: (picks, { numbers }) => {
      const chosen = chosenAt(picks, 0);
      const a = digitAt(numbers, places[0]);
      const b = digitAt(numbers, places[1]);
      const c = digitAt(numbers, places[2]);
      const pair = (a === b || b === c || a === c) && !(a === b && b === c);
      return hits(pair && has(chosen, a) && has(chosen, b) && has(chosen, c) ? 1 : 0);
    },
    extremes: () => [hits(1)],
  });
}
