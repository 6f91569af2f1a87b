import type { Board, DrawResult, Option, Outcome, Picks, Win } from "./bet.ts";
import { LOST } from "./bet.ts";
import { oddsKey } from "./odds-key.ts";

/** What a draw makes of one ticked item. */
export type Verdict = "wins" | "loses" | "refunded";

/** The tier, and class where a tier has several, that a ticked item wins. */
export interface TickTier {
  readonly tier: string;
  readonly class?: string;
}

/** Describes an option whose every ticked item is a bet of its own. */
export interface Ticks {
  readonly board: Board;
  /** Which tier an item wins, asked once for each item of the board when the option is made. */
  readonly tierOf: (group: string, item: string) => TickTier;
  /** What a draw makes of an item, by its group's and its own index on the board. */
  readonly judge: (
    group: number,
    item: number,
    numbers: readonly number[],
    lunarYear: number | undefined,
  ) => Verdict;
}

/**
 * The parts of an option where every ticked item is one bet: counting, settling and the key of an item.
 * The option adds its extremes, because which ticks can win together is the family's affair.
 */
export function ticks({
  board,
  tierOf,
  judge,
}: Ticks): Pick<Option, "board" | "count" | "settle" | "itemKey"> {
  const tierAt = board.groups.map((group) => group.items.map((item) => tierOf(group.code, item)));
  const kinds = [...new Map(tierAt.flat().map((each) => [oddsKey(each.tier, each.class), each])).entries()];
  const keys = kinds.map(([key]) => key);
  const kindAt = tierAt.map((row) => row.map((each) => keys.indexOf(oddsKey(each.tier, each.class))));

  const count = (picks: Picks): number => {
    let total = 0;
    for (const chosen of picks.chosen) total += chosen.indexes.length;
    return total;
  };
  const settle = (picks: Picks, { numbers, lunarYear }: DrawResult): Outcome => {
    // Most draws that are tried for the largest payout win nothing: only the others need counts.
    let won: number[] | undefined;
    let refunded = 0;
    for (let group = 0; group < picks.chosen.length; group++) {
      const items = picks.chosen[group]?.indexes ?? [];
      for (const item of items) {
        const verdict = judge(group, item, numbers, lunarYear);
        if (verdict === "refunded") refunded++;
        else if (verdict === "wins") {
          const kind = kindAt[group]?.[item] ?? 0;
          won ??= Array<number>(keys.length).fill(0);
          won[kind] = (won[kind] ?? 0) + 1;
        }
      }
    }
    if (won === undefined) return refunded === 0 ? LOST : { wins: [], refunded };
    const wins: Win[] = [];
    for (let kind = 0; kind < won.length; kind++) {
      const count = won[kind] ?? 0;
      const tier = kinds[kind]?.[1];
      if (count > 0 && tier !== undefined) wins.push({ ...tier, count });
    }
    return { wins, refunded };
  };
  if (keys.length === 1) return { board, count, settle };
  const itemKey = (group: string, item: string): string | undefined => {
    const at = board.groups.findIndex(({ code }) => code === group);
    const kind = kindAt[at]?.[board.groups[at]?.items.indexOf(item) ?? -1];
    return kind === undefined ? undefined : keys[kind];
  };
  return { board, count, settle, itemKey };
}
