import type { Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { ticks } from "../../ticks.ts";
import { dragonTiger } from "../facts.ts";
import { ALL_FIVE, digitAt, digitOption } from "../five-digits.ts";

const SIDES = ["dragon", "tiger", "tie"];

// Every two places, left before right: ten-thousands against thousands first, tens against units last.
const DUELS = ALL_FIVE.flatMap((left) =>
  ALL_FIVE.filter((right) => right > left).map((right) => ({ left, right })),
);

// Five digits for every way the places can rank against each other, ties included: 541 of 100,000.
function rankings(): readonly (readonly number[])[] {
  let found: readonly (readonly number[])[] = [[]];
  for (const _ of ALL_FIVE) found = found.flatMap((ranks) => [0, 1, 2, 3, 4].map((rank) => [...ranks, rank]));
  return found.filter((ranks) => {
    const top = Math.max(...ranks);
    return [...ranks.keys()].every((rank) => rank > top || ranks.includes(rank));
  });
}

/**
 * Dragon, tiger, tie: every tick on two places is a bet that the left one is greater (dragon), the right
 * one is (tiger), or that they are equal (tie). On a tie dragon and tiger lose.
 */
export function dragonTigerDuels(code: string): Option {
  const { count, settle, ...board } = ticks({
    board: {
      groups: DUELS.map(({ left, right }) => ({
        code: `${String(left + 1)}v${String(right + 1)}`,
        min: 0,
        max: SIDES.length,
        items: SIDES,
      })),
      minTotal: 1,
    },
    tierOf: (_, item) => ({ tier: item }),
    judge: (group, item, numbers) => {
      const duel = DUELS[group];
      const winner = dragonTiger(digitAt(numbers, duel?.left), digitAt(numbers, duel?.right));
      return winner === SIDES[item] ? "wins" : "loses";
    },
  });
  const draws = rankings().map((numbers) => ({ numbers }));
  return digitOption({
    code,
    tiers: [
      { code: "dragon", classes: [{ p: fraction(45, 100) }] },
      { code: "tiger", classes: [{ p: fraction(45, 100) }] },
      { code: "tie", classes: [{ p: fraction(10, 100) }] },
    ],
    ...board,
    count,
    settle,
    extremes: (picks) => draws.map((draw) => settle(picks, draw)),
  });
}
