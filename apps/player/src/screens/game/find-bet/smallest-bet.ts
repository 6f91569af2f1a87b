import type { RuleOption } from "@lotus/contract";
import { randomPick } from "../../../features/board/random-picks.ts";
import type { PickedLine } from "../../../features/slip/assess.ts";

/**
 * The fewest picks of an option that are a bet; null if this build does not know it. The same ones each time, spread
 * over the board, so that an example is no row of equal digits.
 */
export function smallestBet(gameCode: string, option: RuleOption): PickedLine | null {
  let turn = 0;
  return randomPick(gameCode, option, (bound) => {
    turn += 1;
    return (turn * STEP + option.id.length) % bound;
  });
}

const STEP = 3;
