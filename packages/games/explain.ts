import type { DrawResult, Option, Outcome, Picks } from "./bet.ts";
import { choose } from "./picks.ts";

/** The picked items of one group that count for a win or refund, in board order. */
export interface ExplainedGroup {
  readonly code: string;
  /** Items that are part of a winning bet. */
  readonly won: readonly string[];
  /** Items that are part of a refunded bet but of no winning one. */
  readonly refunded: readonly string[];
}

/** Why an order won or lost: the result of its bets, and the items it depends on. */
export interface Explanation extends Outcome {
  /** Bets of the order. */
  readonly bets: number;
  /** Every group with picks, in board order; a lost order names no items. */
  readonly groups: readonly ExplainedGroup[];
}

interface Bets {
  readonly won: number;
  readonly refunded: number;
}

const NO_BETS: Bets = { won: 0, refunded: 0 };

function betsOf({ wins, refunded }: Outcome): Bets {
  let won = 0;
  for (const { count } of wins) won += count;
  return { won, refunded };
}

/** The picks without one item, or undefined if no other is picked. */
function without({ board, chosen }: Picks, at: number, item: number): Picks | undefined {
  const others = chosen[at]?.indexes.filter((other) => other !== item) ?? [];
  const left = chosen.with(at, choose(others));
  return left.some(({ indexes }) => indexes.length > 0) ? { board, chosen: left } : undefined;
}

/**
 * Explains a draw's result for an order. An item is part of a win if fewer bets win without it, of a refund if fewer
 * are refunded. The reduced picks are settled by formula even if the board requires more of them: the cost is one
 * settlement per picked item. The draw must be
 * one of the option's family, with its lunar year where it is one of Mark Six.
 */
export function explain(option: Option, picks: Picks, result: DrawResult): Explanation {
  const outcome = option.settle(picks, result);
  const all = betsOf(outcome);
  const nothing = all.won === 0 && all.refunded === 0;
  const groups: ExplainedGroup[] = [];
  for (const [at, { code, items }] of picks.board.groups.entries()) {
    const picked = picks.chosen[at]?.indexes ?? [];
    if (picked.length === 0) continue;
    const [won, refunded]: [string[], string[]] = [[], []];
    for (const index of nothing ? [] : picked) {
      if (option.takesPart?.(picks, result, at, index) === false) continue;
      const left = without(picks, at, index);
      const rest = left === undefined ? NO_BETS : betsOf(option.settle(left, result));
      const item = items[index] ?? "";
      if (rest.won < all.won) won.push(item);
      else if (rest.refunded < all.refunded) refunded.push(item);
    }
    groups.push({ code, won, refunded });
  }
  return { ...outcome, bets: option.count(picks), groups };
}
