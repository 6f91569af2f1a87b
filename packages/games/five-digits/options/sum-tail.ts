import type { Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt, has } from "../../picks.ts";
import { BASE, digitOption, digitSum, rangeGroup, type Places } from "../five-digits.ts";

/** Sum tail: every chosen digit is a bet that wins when the sum of the places ends in it. */
export function sumTail(code: string, places: Places): Option {
  return digitOption({
    code,
    board: { groups: rangeGroup("sum-tail", 0, BASE - 1) },
    tiers: hitWith(fraction(1, BASE)),
    count: (picks) => chosenAt(picks, 0).indexes.length,
    settle: (picks, { numbers }) => hits(has(chosenAt(picks, 0), digitSum(numbers, places) % BASE) ? 1 : 0),
    extremes: () => [hits(1)],
  });
}
