import type { RuleMode, RuleOption } from "@lotus/contract";
import { DEFAULT_LIMITS, type Limits, type OddsTable } from "@lotus/games";
import { type Money, type Odds, parseMoney, stake } from "@lotus/money";
import { prizeName } from "../explain/odds-kinds.ts";
import { assess, oddsOfLine, oddsTable, payoutRange, readStake } from "./assess.ts";
import { betName, findRule } from "./game-mode.ts";
import type { SlipLine } from "./slip-line.ts";

/** A line of the slip with its figures for display. */
export interface LineFigures {
  readonly line: SlipLine;
  readonly option: RuleOption;
  /** "Last two · Direct". */
  readonly name: string;
  readonly betCount: number;
  /** Stake of one of its bets: its own or the slip's; null if that is no amount. */
  readonly unit: Money | null;
  /** Its cost; zero without a stake. */
  readonly total: Money;
  /** The odds that can apply to it, by key. */
  readonly paidBy: OddsTable;
  /** Smallest and largest of them; equal if there is one figure. */
  readonly odds: { readonly least: Odds; readonly most: Odds } | null;
  /** Smallest and largest payout when it wins, at the stake; zero without a stake. */
  readonly minPaid: Money;
  readonly maxPaid: Money;
}

/** A slip added up. */
export interface SlipFigures {
  readonly lines: readonly LineFigures[];
  /** Stake per bet of the lines without their own. */
  readonly unit: Money | null;
  /** The stake of every bet; null if they differ, or if it is no amount. */
  readonly oneUnit: Money | null;
  readonly betCount: number;
  readonly total: Money;
  /** Lower bound of any win: the smallest payout of a line. */
  readonly minPaid: Money;
  /** Upper bound of any win: the sum of the lines' largest payouts. */
  readonly maxPaid: Money;
}

/** Limits of a slip: lines, bets per line, and a player's largest win in a period ("1000000.00"). */
export type SlipBounds = Pick<Limits, "maxLines" | "maxBets"> & { readonly maxPayoutPeriod?: string };

/** Why a slip cannot be sent; the first reason applies. */
export type SlipProblem =
  | { readonly kind: "noSelection" }
  | { readonly kind: "tooManyLines"; readonly max: number }
  | { readonly kind: "tooManyBets"; readonly key: string; readonly max: number }
  | { readonly kind: "noAmount"; readonly key: string }
  | { readonly kind: "belowMin"; readonly key: string; readonly min: Money }
  | { readonly kind: "aboveMax"; readonly key: string; readonly max: Money }
  | { readonly kind: "overCap"; readonly key: string; readonly max: Money }
  | { readonly kind: "balance"; readonly missing: Money };

/**
 * Sums lines at a typed stake, or their own, for a draw in a lunar year if the game has animals. Lines unknown to the rules are left
 * out.
 */
export function slipFigures(
  gameCode: string,
  rules: readonly RuleMode[],
  lines: readonly SlipLine[],
  typed: string,
  lunarYear?: number,
): SlipFigures {
  const unit = readStake(typed);
  const shown = lines.flatMap((line) => {
    const figures = lineFigures({ gameCode, rules, unit, lunarYear }, line);
    return figures === null ? [] : [figures];
  });
  const betCount = shown.reduce((sum, line) => sum + line.betCount, 0);
  const [first, ...others] = shown.map((line) => line.minPaid);
  return {
    lines: shown,
    unit,
    oneUnit: oneUnitOf(shown, unit),
    betCount,
    total: shown.reduce((sum, line) => sum + line.total, 0n),
    minPaid: others.reduce((least, paid) => (paid < least ? paid : least), first ?? 0n),
    maxPaid: shown.reduce((sum, line) => sum + line.maxPaid, 0n),
  };
}

function oneUnitOf(lines: readonly LineFigures[], common: Money | null): Money | null {
  const [first] = lines;
  if (first === undefined) return common;
  return lines.every(({ unit }) => unit === first.unit) ? first.unit : null;
}

interface FigureRoom {
  readonly gameCode: string;
  readonly rules: readonly RuleMode[];
  /** The slip's stake per bet. */
  readonly unit: Money | null;
  readonly lunarYear: number | undefined;
}

function lineFigures(room: FigureRoom, line: SlipLine): LineFigures | null {
  const { gameCode, rules, lunarYear } = room;
  const rule = findRule(rules, line.optionId);
  const found = assess(gameCode, line);
  if (rule === undefined || found.state !== "ready") return null;
  const price = { odds: oddsTable(rule.option), lunarYear };
  const paidBy = oddsOfLine(gameCode, line, price);
  const unit = line.amount === undefined ? room.unit : readStake(line.amount);
  const paid = unit === null ? NOTHING : payoutRange(gameCode, line, unit, price);
  return {
    line,
    option: rule.option,
    name: betName(rule.mode, rule.option),
    betCount: found.betCount,
    unit,
    total: unit === null ? 0n : stake(unit, found.betCount),
    paidBy,
    odds: spread(Object.values(paidBy)),
    minPaid: paid.min,
    maxPaid: paid.max,
  };
}

const NOTHING = { min: 0n, max: 0n } as const;

/** Smallest and largest of some odds. */
export function spread(odds: readonly Odds[]): LineFigures["odds"] {
  const [first] = odds;
  if (first === undefined) return null;
  let [least, most] = [first, first];
  for (const figure of odds) {
    if (figure < least) least = figure;
    if (figure > most) most = figure;
  }
  return { least, most };
}

/** What prevents sending; null if nothing does. `balance` is null until it is loaded. */
export function slipProblem(
  slip: SlipFigures,
  balance: Money | null,
  { maxLines, maxBets }: SlipBounds = DEFAULT_LIMITS,
): SlipProblem | null {
  const { lines, total } = slip;
  if (lines.length === 0) return { kind: "noSelection" };
  if (lines.length > maxLines) return { kind: "tooManyLines", max: maxLines };
  const large = lines.find(({ betCount }) => betCount > maxBets);
  if (large !== undefined) return { kind: "tooManyBets", key: large.line.key, max: maxBets };
  const blank = lines.find(({ unit }) => unit === null);
  if (blank !== undefined) return { kind: "noAmount", key: blank.line.key };
  for (const { option, line, unit, maxPaid } of lines) {
    const [min, max, cap] = [option.minBet, option.maxBet, option.maxPayout].map(bound);
    const { key } = line;
    if (min !== undefined && unit !== null && unit < min) return { kind: "belowMin", key, min };
    if (max !== undefined && unit !== null && unit > max) return { kind: "aboveMax", key, max };
    if (cap !== undefined && maxPaid > cap) return { kind: "overCap", key, max: cap };
  }
  return balance !== null && total > balance ? { kind: "balance", missing: total - balance } : null;
}

function bound(text: string): Money | undefined {
  const read = parseMoney(text);
  return read.ok ? read.value : undefined;
}

/** A line whose odds differ from what the player saw. */
export interface OddsChange {
  readonly key: string;
  /** "Last two · Direct". */
  readonly name: string;
  /** Each changed figure. */
  readonly figures: readonly FigureChange[];
}

/** One figure of odds, before and after. */
export interface FigureChange {
  /** Name of its prize; undefined if the line has no other figure. */
  readonly prize?: string;
  readonly before: Odds;
  readonly now: Odds;
}

/** The lines of a slip whose odds differ under newer rules, with the changed figures. */
export function oddsChanges(before: SlipFigures, now: SlipFigures): readonly OddsChange[] {
  return before.lines.flatMap((old) => {
    const renewed = now.lines.find(({ line }) => line.key === old.line.key);
    const figures = renewed === undefined ? [] : figureChanges(old.paidBy, renewed);
    return figures.length === 0 ? [] : [{ key: old.line.key, name: old.name, figures }];
  });
}

/** The figures of a line that differ from earlier odds. */
export function figureChanges(old: OddsTable, renewed: LineFigures): readonly FigureChange[] {
  const alone = Object.keys(renewed.paidBy).length === 1;
  const changes = Object.entries(renewed.paidBy).flatMap(([key, now]) => {
    const before = old[key];
    if (before === undefined || before === now) return [];
    const [tier = "", className] = key.split("/");
    return [{ ...(!alone && { prize: prizeName(renewed.option, tier, className) }), before, now }];
  });
  // Prizes with the same name and figure are shown once.
  const distinct = new Map(changes.map((each) => [`${each.prize ?? ""} ${each.before} ${each.now}`, each]));
  return [...distinct.values()];
}
