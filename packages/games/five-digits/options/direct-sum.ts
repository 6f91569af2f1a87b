import type { Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt, has } from "../../picks.ts";
import { BASE, digitOption, digitSum, rangeGroup, type Places } from "../five-digits.ts";

// Number of digit sequences of a length, by sum: 1, 2, …, 10, 9, …, 1 of two digits.
function numbersBySum(length: number): readonly number[] {
  let ways = [1];
  for (let place = 0; place < length; place++) {
    const longer: number[] = Array(ways.length + BASE - 1).fill(0);
    for (const [sum, count] of ways.entries()) {
      for (let digit = 0; digit < BASE; digit++) longer[sum + digit] = (longer[sum + digit] ?? 0) + count;
    }
    ways = longer;
  }
  return ways;
}

/**
 * Direct sum: a chosen sum is a bet on every number of the places whose digits come to it, each in its
 * order. The bet on the drawn number wins when its sum is chosen.
 */
export function directSum(code: string, places: Places): Option {
  const ways = numbersBySum(places.length);
  return digitOption({
    code,
    board: { groups: rangeGroup("sum", 0, ways.length - 1) },
    tiers: hitWith(fraction(1, BASE ** places.length)),
    count: (picks) => chosenAt(picks, 0).indexes.reduce((bets, sum) => bets + (ways[sum] ?? 0), 0),
    settle: (picks, { numbers }) => hits(has(chosenAt(picks, 0), digitSum(numbers, places)) ? 1 : 0),
    extremes: () => [hits(1)],
  });
}
