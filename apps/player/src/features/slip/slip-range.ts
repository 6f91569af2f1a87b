import type { RuleMode } from "@lotus/contract";
import { type JointExtremes, type OddsTable, type Outcome, payoutOf } from "@lotus/games";
import { type Money, parseMoney } from "@lotus/money";
import { jointRange, oddsTable, readStake } from "./assess.ts";
import { findRule } from "./game-mode.ts";
import type { SlipLine } from "./slip-line.ts";
import type { SlipBounds, SlipFigures } from "./slip-figures.ts";

/** Range of a slip's total payout when it wins. */
export interface SlipRange {
  /** Smallest and largest payout of a winning draw, limited by the server's cap. */
  readonly least: Money;
  readonly most: Money;
  /** It costs more than any draw can pay. */
  readonly sureLoss: boolean;
}

/**
 * The draws that pay a slip most and least; null if only bounds from its lines are available. With one stake for all lines it
 * does not matter; `typed` is the slip's where lines have their own.
 */
export function slipExtremes(
  gameCode: string,
  rules: readonly RuleMode[],
  lines: readonly SlipLine[],
  { lunarYear, typed }: { readonly lunarYear: number | undefined; readonly typed: string | null },
): JointExtremes | null {
  const priced = lines.flatMap((line) => {
    const rule = findRule(rules, line.optionId);
    if (rule === undefined) return [];
    const odds = oddsTable(rule.option);
    return [{ line, odds: typed === null ? odds : weighed(odds, readStake(line.amount ?? typed) ?? 1n) }];
  });
  return lines.length < 2 || priced.length < lines.length ? null : jointRange(gameCode, priced, lunarYear);
}

/** Whether lines have stakes of their own, so that odds alone do not say which draw pays most. */
export function isStakedByLine(lines: readonly SlipLine[]): boolean {
  return lines.some(({ amount }) => amount !== undefined);
}

/** Odds times a stake: the payout of one bet, in parts of equal size for all lines. */
function weighed(odds: OddsTable, unit: Money): OddsTable {
  return Object.fromEntries(Object.entries(odds).map(([key, each]) => [key, each * unit]));
}

/** Range of a slip's payout at its stake, over all lines: lines that exclude each other are not added up. */
export function slipRange(figures: SlipFigures, joint: JointExtremes | null, bounds: SlipBounds): SlipRange {
  const { lines, total } = figures;
  const cap = capOf(bounds.maxPayoutPeriod);
  const capped = (paid: Money) => (cap !== null && paid > cap ? cap : paid);
  const ofLines = lines.map(({ maxPaid, option }) => lower(maxPaid, capOf(option.maxPayout)));
  const atMost = capped(ofLines.reduce((sum, paid) => sum + paid, 0n));
  const together = (outcomes: readonly Outcome[]) =>
    capped(
      outcomes.reduce((sum, outcome, at) => {
        const line = lines[at];
        if (line === undefined || line.unit === null) return sum;
        const paid = payoutOf(outcome, line.unit, oddsTable(line.option));
        return sum + lower(paid, capOf(line.option.maxPayout));
      }, 0n),
    );
  // An existing draw, or the best of a single line, is exact. The sum over lines is only a bound.
  const sure = lines.length < 2 || joint?.most.exact === true;
  const found = joint?.most.outcomes == null ? 0n : together(joint.most.outcomes);
  const most = lines.length < 2 ? atMost : sure ? found : capped(higher([found, ...ofLines]));
  const minJoint = joint?.least.exact === true ? joint.least.outcomes : null;
  const least = lower(minJoint === null ? figures.minPaid : together(minJoint), most);
  return { least, most, sureLoss: total > (sure ? most : atMost) && !lines.some(refunds) };
}

/** Whether a stake may be refunded without a win: then a draw can return more than its payout. */
function refunds({ option }: SlipFigures["lines"][number]): boolean {
  return option.tiers.some(({ classes }) => classes.some(({ refund }) => refund !== undefined));
}

function lower(paid: Money, cap: Money | null): Money {
  return cap !== null && paid > cap ? cap : paid;
}

function higher(amounts: readonly Money[]): Money {
  return amounts.reduce((most, paid) => (paid > most ? paid : most), 0n);
}

/** Parses a cap of the server; null if it is unknown or zero. */
function capOf(text: string | undefined): Money | null {
  const read = text === undefined ? undefined : parseMoney(text);
  return read?.ok === true && read.value > 0n ? read.value : null;
}
