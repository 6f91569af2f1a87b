import type { Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { ticks } from "../../ticks.ts";
import { digitTotal } from "../facts.ts";
import { digitOption, SIDES } from "../five-digits.ts";

// A draw of every kind that the sides of a total distinguish: 0, 1, 44 and 45.
const KINDS = [
  [0, 0, 0, 0, 0],
  [0, 0, 0, 0, 1],
  [9, 9, 9, 9, 8],
  [9, 9, 9, 9, 9],
];

/**
 * Total big, small, odd, even: every ticked side is a bet that wins when the sum of all five digits has
 * it. Big is 23 and over.
 */
export function totalSides(code: string): Option {
  const bets = ticks({
    board: { groups: [{ code: "total", min: 1, max: SIDES.length, items: SIDES }] },
    tierOf: (_, item) => ({ tier: `total-${item}` }),
    judge: (_, item, numbers) => {
      const { bigSmall, oddEven } = digitTotal(numbers);
      return SIDES[item] === bigSmall || SIDES[item] === oddEven ? "wins" : "loses";
    },
  });
  return digitOption({
    code,
    tiers: SIDES.map((side) => ({ code: `total-${side}`, classes: [{ p: fraction(1, 2) }] })),
    ...bets,
    extremes: (picks) => KINDS.map((numbers) => bets.settle(picks, { numbers })),
  });
}
