import { readStake } from "../slip/assess.ts";
import type { GameStore } from "../slip/game-store.ts";
import type { Attempt } from "../slip/slip-line.ts";

/**
 * Puts what was placed by one tap, and taken back, on the board again: with what it was staked with, whatever the stake is
 * now. Picks made since stay on the board, and it becomes a line of the slip.
 */
export function putBack(store: GameStore, attempt: Attempt): void {
  const before = store.getState();
  if (before.attempt !== null) return;
  before.addLines(
    attempt.lines.map(({ optionId, groups, amount }) => {
      const own =
        amount ?? (readStake(before.unit) === readStake(attempt.amount) ? undefined : attempt.amount);
      return { optionId, groups, ...(own !== undefined && { amount: own }) };
    }),
  );
  const after = store.getState();
  const [line] = after.lines;
  if (line !== undefined && after.lines.length === 1 && after.gameBetList.length === 0)
    after.editLine(line.key);
}
