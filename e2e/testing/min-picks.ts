import type { RuleOption } from "@lotus/contract";
import { countBets, findOption, type GameCode, type PickedGroups, readPicks } from "@lotus/games";

/** Picks of one option, and their number of bets. */
export interface CountedPicks {
  readonly groups: PickedGroups;
  readonly bets: number;
}

/**
 * The minimum picks of a served board. `turn` shifts the first pick, so that different turns touch different cells. No
 * item is picked in two groups if others exist: a digit does not combine with itself. Throws if the engine refuses what
 * the board allows.
 */
export function minPicks(game: GameCode, rule: RuleOption, turn: number): CountedPicks {
  const option = findOption(game, rule.id);
  if (option === undefined) throw new Error(`the engine has no option ${rule.id}`);
  const counts = minCounts(rule, turn);
  let next = turn;
  const groups = rule.groups.map(({ code, items }, at) => {
    const picked = new Set(
      Array.from({ length: counts[at] ?? 0 }, () => items[next++ % items.length]?.id ?? ""),
    );
    // In board order, as sent by a board that was tapped from first to last cell.
    return { code, items: items.map(({ id }) => id).filter((id) => picked.has(id)) };
  });
  const filled = groups.filter(({ items }) => items.length > 0);
  const read = readPicks(option, filled);
  if (!read.ok)
    throw new Error(`the engine refuses ${JSON.stringify(filled)}: ${JSON.stringify(read.reason)}`);
  return { groups: filled, bets: countBets(option, read.picks) };
}

/** Number of picks of each group: its minimum, plus what the board's total still needs. */
function minCounts({ groups, minTotal }: RuleOption, turn: number): number[] {
  const counts = groups.map((group) => group.min);
  let missing = Math.max(1, minTotal) - counts.reduce((sum, count) => sum + count, 0);
  for (let at = turn; missing > 0; at += 1) {
    const place = at % groups.length;
    if ((counts[place] ?? 0) >= (groups[place]?.max ?? 0)) continue;
    counts[place] = (counts[place] ?? 0) + 1;
    missing -= 1;
  }
  return counts;
}
