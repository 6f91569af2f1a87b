import type { EarlierSlip, RuleTree, SavedSlip } from "@lotus/contract";
import { parseOdds } from "@lotus/money";
import { findRule } from "./game-mode.ts";
import { MAX_LINES } from "./game-store.ts";
import { figureChanges, type OddsChange, slipFigures } from "./slip-figures.ts";
import type { SlipOffer, StakedLine } from "./slip-line.ts";

/** An offer, as the rules of today let it be. */
export interface ReadOffer {
  readonly lines: readonly StakedLine[];
  /** Stake per bet of the lines without their own; null if none has one. */
  readonly unit: string | null;
  /** What the rules of today do not have. */
  readonly left: readonly string[];
  readonly changes: readonly OddsChange[];
}

/** An earlier or saved slip as an offer. */
export function offerOf(slip: EarlierSlip | SavedSlip): SlipOffer {
  return {
    from: "name" in slip ? "saved" : "again",
    lines: slip.lines.map(({ optionId, optionName, groups, amount, odds, picks }) => ({
      optionId,
      groups,
      amount: typed(amount),
      name: `${optionName} ${picks}`.trim(),
      ...(odds !== undefined && { odds }),
    })),
  };
}

/** Reads an offer by the rules. Stakes out of bounds stay: the slip says so at the line. */
export function readOffer(tree: RuleTree, { lines: offered }: SlipOffer, lunarYear?: number): ReadOffer {
  const unit = mostUsed(offered.flatMap(({ amount }) => amount ?? []));
  const lines: StakedLine[] = [];
  const left: string[] = [];
  const changes: OddsChange[] = [];
  for (const { name, odds, ...line } of offered) {
    const { amount, ...bare } = line;
    const [figures] = slipFigures(
      tree.gameCode,
      tree.rules,
      [{ ...line, key: String(lines.length) }],
      amount ?? unit ?? "",
      lunarYear,
    ).lines;
    if (
      findRule(tree.rules, line.optionId) === undefined ||
      figures === undefined ||
      lines.length >= MAX_LINES
    ) {
      left.push(name);
      continue;
    }
    lines.push(amount === undefined || amount === unit ? bare : line);
    const before = Object.fromEntries(
      Object.entries(odds ?? {}).flatMap(([key, text]) => {
        const read = parseOdds(text);
        return read.ok ? [[key, read.value]] : [];
      }),
    );
    const changed = figureChanges(before, figures);
    if (changed.length > 0) changes.push({ key: figures.line.key, name: figures.name, figures: changed });
  }
  return { lines, unit, left, changes };
}

/** A stake as one types it. */
function typed(amount: string): string {
  return amount.replace(/\.00$/u, "");
}

/** The one that most have, the first of them if several do. */
function mostUsed(amounts: readonly string[]): string | null {
  const uses = Map.groupBy(amounts, (amount) => amount);
  let most: string | null = null;
  for (const [amount, { length }] of uses) {
    if (length > (most === null ? 0 : (uses.get(most)?.length ?? 0))) most = amount;
  }
  return most;
}
