import type { Option } from "../../bet.ts";
import { choices, orders } from "../../combinations.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt, has } from "../../picks.ts";
import { BASE, digitAt, digitOption, numbersGroup, type Places } from "../five-digits.ts";

/**
 * Group of different digits (group 120 over five places, 24 over four, 6 over three, a pair over two): every choice of as
 * many of the chosen digits as there are places is a bet. It wins when the places show exactly those
 * digits, all different, in any order.
 */
export function allDifferent(code: string, places: Places): Option {
  return digitOption({
    code,
    board: { groups: numbersGroup(places.length) },
    tiers: hitWith(fraction(orders(places.length), BASE ** places.length)),
    count: (picks) => choices(chosenAt(picks, 0).indexes.length, places.length),
    settle: (picks, { numbers }) => {
      const chosen = chosenAt(picks, 0);
      let seen = 0;
      for (const place of places) {
        const digit = digitAt(numbers, place);
        if ((seen & (1 << digit)) !== 0 || !has(chosen, digit)) return hits(0);
        seen |= 1 << digit;
      }
      return hits(1);
    },
    extremes: () => [hits(1)],
  });
}
