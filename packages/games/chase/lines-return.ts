import type { Money } from "@lotus/money";
import type { CoverLine } from "../coverage.ts";
import { compareFractions, fraction, plus, times, ZERO, type Fraction } from "../fraction.ts";
import { betReturns, type BetReturn } from "../odds.ts";
import { itemOddsKey } from "../odds-key.ts";
import type { OddsTable } from "../settle.ts";

/** A line with the odds that may apply to it, and what it costs in a draw. */
export interface CostedLine extends CoverLine {
  readonly odds: OddsTable;
  readonly cost: Money;
}

/** What lines return of their stakes on average. */
export interface LinesReturn {
  readonly share: Fraction;
  /** False: the kinds of their bets are not known one by one, and the least return of any of them is counted. */
  readonly exact: boolean;
}

/**
 * The return to player of lines together, each by its cost. Payouts are rounded down to a minor unit, which is left out: less
 * than one for each way to win.
 */
export function linesReturn(lines: readonly CostedLine[], lunarYear?: number): LinesReturn {
  let [returned, cost, exact] = [ZERO, 0n, true];
  for (const line of lines) {
    const own = returnOf(line, lunarYear);
    returned = plus(returned, times(fraction(line.cost), own.share));
    cost += line.cost;
    exact &&= own.exact;
  }
  return { share: cost === 0n ? ZERO : times(returned, fraction(1n, cost)), exact };
}

function returnOf(line: CostedLine, lunarYear: number | undefined): LinesReturn {
  const kinds = betReturns(line.option, line.odds).filter(({ keys }) => keys.some((key) => key in line.odds));
  const [first, ...others] = kinds.map(({ share }) => share);
  if (first === undefined) return { share: ZERO, exact: false };
  if (others.every((share) => compareFractions(share, first) === 0)) return { share: first, exact: true };
  const byItem = returnByItem(line, kinds, lunarYear);
  if (byItem !== null) return { share: byItem, exact: true };
  return {
    share: others.reduce((least, share) => (compareFractions(share, least) < 0 ? share : least), first),
    exact: false,
  };
}

/** The mean over the picked items, where each is a bet of its own; otherwise null. */
function returnByItem(
  { option, picks }: CostedLine,
  kinds: readonly BetReturn[],
  lunarYear: number | undefined,
): Fraction | null {
  // Where a bet takes several items, so many of them may happen to be so many bets.
  if (picks.board.groups.reduce((least, { min }) => least + min, 0) > 1) return null;
  let [sum, bets] = [ZERO, 0];
  for (const [at, { indexes }] of picks.chosen.entries()) {
    const group = picks.board.groups[at];
    for (const index of indexes) {
      const key = itemOddsKey(option, group?.code ?? "", group?.items[index] ?? "", lunarYear);
      const kind = kinds.find(({ keys }) => key !== undefined && keys.includes(key));
      if (kind === undefined) return null;
      sum = plus(sum, kind.share);
      bets += 1;
    }
  }
  return bets > 0 && option.count(picks) === bets ? times(sum, fraction(1, bets)) : null;
}
