import { oddsKey, readPicks, settle, type DrawResult, type OddsTable, type Option } from "@lotus/games";
import { formatOdds } from "@lotus/money";

/** A distinct selection among the orders of a period. */
export interface Selection {
  readonly selectionHash: Uint8Array;
  readonly optionId: string;
  /** Canonical picks as JSON text. */
  readonly groups: string;
  readonly oddsVersion: number;
}

/** Result of a selection per unit of stake: the payout of an order is Σ floor(betAmount × factor / 10⁴). */
export interface SelectionOutcome {
  readonly selection: Selection;
  /** wins × odds (×10⁴) of each distinct tier and class that won. */
  readonly factors: readonly bigint[];
  readonly refunded: number;
  readonly tiers: readonly {
    readonly code: string;
    readonly class?: string;
    readonly wins: number;
    readonly odds: string;
  }[];
}

/** Looks up the option and the odds of an order. Throws if either is missing, which is a bug. */
export interface Rulebook {
  option(optionId: string): Option;
  odds(optionId: string, version: number): OddsTable;
}

/** Settles a selection on a draw; null if every order with it lost. */
export function outcomeOf(
  selection: Selection,
  draw: DrawResult,
  rulebook: Rulebook,
): SelectionOutcome | null {
  const option = rulebook.option(selection.optionId);
  // Written by betting from the canonical picks of this option.
  const read = readPicks(option, JSON.parse(selection.groups) as { code: string; items: string[] }[]);
  if (!read.ok) throw new Error(`stored picks of ${selection.optionId} do not read: ${read.reason.reason}`);
  const { wins, refunded } = settle(option, read.picks, draw);
  if (wins.length === 0 && refunded === 0) return null;
  const odds = rulebook.odds(selection.optionId, selection.oddsVersion);
  const lines = wins.map(({ tier, class: className, count }) => {
    const figure = odds[oddsKey(tier, className)];
    if (figure === undefined)
      throw new Error(`no odds for ${selection.optionId} ${oddsKey(tier, className)}`);
    return {
      factor: BigInt(count) * figure,
      tier: {
        code: tier,
        ...(className === undefined ? {} : { class: className }),
        wins: count,
        odds: formatOdds(figure),
      },
    };
  });
  return {
    selection,
    factors: lines.map((line) => line.factor),
    refunded,
    tiers: lines.map((line) => line.tier),
  };
}
