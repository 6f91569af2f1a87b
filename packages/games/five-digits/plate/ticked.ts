import type { Picks } from "../../bet.ts";
import type { Panel } from "./panels.ts";
import { oneOf, type Tally } from "./tally.ts";

/** Wins of a selection's ticks, by the panel's index on the board. */
export interface Ticked {
  /** Wins of a panel's ticks in a draw. */
  readonly won: (picks: Picks, panel: number, numbers: readonly number[]) => Tally;
  /** Largest number of winning bets of any draw, for each way to win. */
  readonly most: (picks: Picks) => Tally;
}

/** Reads the ticks on a board whose groups are these panels. */
export function tickedOn(panels: readonly Panel[]): Ticked {
  const tallies = panels.map(({ group, tierOf }) =>
    group.items.map((item) => {
      const { tier, class: className } = tierOf(item);
      return oneOf(tier, className);
    }),
  );
  return {
    won: (picks, panel, numbers) => {
      const ticked = picks.chosen[panel]?.low ?? 0;
      if (ticked === 0) return 0;
      let sum = 0;
      // Each step removes the lowest winner.
      for (let left = ticked & (panels[panel]?.winners(numbers) ?? 0); left !== 0; left &= left - 1) {
        sum += tallies[panel]?.[31 - Math.clz32(left & -left)] ?? 0;
      }
      return sum;
    },
    most: (picks) => {
      let most = 0;
      for (const [panel, ofItems] of tallies.entries()) {
        // A panel's winners all win in different ways, so each way adds one bet at most.
        let ways = 0;
        for (const item of picks.chosen[panel]?.indexes ?? []) ways |= ofItems[item] ?? 0;
        most += ways;
      }
      return most;
    },
  };
}
