import type { Option, Outcome, Picks } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { once } from "../../once.ts";
import { has } from "../../picks.ts";
import { ticks } from "../../ticks.ts";
import { dragonTiger } from "../facts.ts";
import { ALL_FIVE, digitAt, digitOption } from "../five-digits.ts";

const SIDES = ["dragon", "tiger", "tie"];

// Every two places, left before right: ten-thousands against thousands first, tens against units last.
const DUELS = ALL_FIVE.flatMap((left) =>
  ALL_FIVE.filter((right) => right > left).map((right) => ({ left, right })),
);

// One draw for every ranking of the five places, ties included: 541 of 100,000.
function rankings(): readonly (readonly number[])[] {
  let found: readonly (readonly number[])[] = [[]];
  for (const _ of ALL_FIVE) found = found.flatMap((ranks) => [0, 1, 2, 3, 4].map((rank) => [...ranks, rank]));
  return found.filter((ranks) => {
    const top = Math.max(...ranks);
    return [...ranks.keys()].every((rank) => rank > top || ranks.includes(rank));
  });
}

// The winning side of every duel, for each of the rankings.
const duelsByRanking = once(() =>
  rankings().map((numbers) =>
    DUELS.map(({ left, right }) =>
      SIDES.indexOf(dragonTiger(digitAt(numbers, left), digitAt(numbers, right))),
    ),
  ),
);

// Many rankings have the same number of wins by side; each outcome is returned once.
function extremes(picks: Picks): readonly Outcome[] {
  const outcomes = new Map<number, Outcome>();
  for (const sides of duelsByRanking()) {
    const won = [0, 0, 0];
    for (let duel = 0; duel < sides.length; duel++) {
      const side = sides[duel] ?? 0;
      const chosen = picks.chosen[duel];
      if (chosen !== undefined && has(chosen, side)) won[side] = (won[side] ?? 0) + 1;
    }
    const [dragons = 0, tigers = 0, ties = 0] = won;
    const key = dragons * 121 + tigers * 11 + ties;
    if (outcomes.has(key)) continue;
    const wins = SIDES.map((tier, side) => ({ tier, count: won[side] ?? 0 })).filter(
      ({ count }) => count > 0,
    );
    outcomes.set(key, { wins, refunded: 0 });
  }
  return [...outcomes.values()];
}

// Worth of the ticked sides that win, over all rankings.
function maxWorth(picks: Picks, worths: readonly number[]): number {
  const ofSides = picks.chosen.map((chosen) => worths.map((worth, side) => (has(chosen, side) ? worth : 0)));
  let most = 0;
  for (const sides of duelsByRanking()) {
    let sum = 0;
    for (let duel = 0; duel < sides.length; duel++) sum += ofSides[duel]?.[sides[duel] ?? 0] ?? 0;
    if (sum > most) most = sum;
  }
  return most;
}

/**
 * Dragon, tiger, tie: every tick on two places is a bet that the left one is greater (dragon), the right
 * one is (tiger), or that they are equal (tie). On a tie dragon and tiger lose.
 */
export function dragonTigerDuels(code: string): Option {
  return digitOption({
    code,
    tiers: [
      { code: "dragon", classes: [{ p: fraction(45, 100) }] },
      { code: "tiger", classes: [{ p: fraction(45, 100) }] },
      { code: "tie", classes: [{ p: fraction(10, 100) }] },
    ],
    ...ticks({
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
    }),
    extremes,
    maxWorth: (picks, _, worth) =>
      maxWorth(
        picks,
        SIDES.map((side) => worth(side)),
      ),
  });
}
