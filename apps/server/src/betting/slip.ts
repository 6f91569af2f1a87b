import type { CallBody, CALLS } from "@lotus/contract";
import {
  canonicalGroups,
  countBets,
  findOption,
  maxPaid,
  possiblePayout,
  readPicks,
  type GameCode,
  type Limits,
  type OddsTable,
  type Option,
  type Picks,
} from "@lotus/games";
import { formatMoney, formatOdds, parseMoney, stake, type Money } from "@lotus/money";
import { refuse, type Refused } from "../http/handler.ts";
import { oddsFor, type OddsVersion } from "./odds.ts";
import { pickedKeys } from "./picked-keys.ts";

/** A line whose selection and stake the rules allow. */
export interface StakedLine {
  readonly option: Option;
  readonly picks: Picks;
  readonly betCount: number;
  /** The stake of one bet. */
  readonly betAmount: Money;
  readonly total: Money;
}

/** A slip whose selections and stakes the rules allow; its possible payout is not checked yet. */
export interface StakedSlip {
  readonly lines: readonly StakedLine[];
  readonly total: Money;
}

/** A line of a slip that the rules allow. */
export interface ReadLine extends StakedLine {
  /** Canonical picks as JSON text, the keys of each group in order: what is stored, hashed and committed. */
  readonly groups: string;
  /**
   * No draw pays the line more than this; it exceeds the exact amount by less than a minor unit for each way to win.
   */
  readonly maxPayout: Money;
}

/** A slip that the rules allow, priced at one version of the odds. */
export interface ReadSlip {
  readonly lines: readonly ReadLine[];
  readonly total: Money;
  /** The most that its lines can be paid together. */
  readonly maxPayout: Money;
  readonly oddsVersion: OddsVersion;
}

/** The refusals by the rules alone. */
export type SlipRefusal = Refused<
  | "TOO_MANY_LINES"
  | "OPTION_OFF"
  | "BAD_SELECTION"
  | "STAKE_BELOW_MIN"
  | "STAKE_ABOVE_MAX"
  | "TOO_MANY_BETS"
  | "PAYOUT_OVER_CAP"
  | "ODDS_CHANGED"
>;
type SlipBody = CallBody<typeof CALLS.order>;

/** What a slip is checked against. */
export interface SlipRules {
  readonly game: GameCode;
  readonly limits: Limits;
  readonly odds: OddsVersion;
  /** The odds the player saw, when the slip names a version. */
  readonly seen: OddsVersion | null;
  /** The lunar year of the draw, for games whose bets depend on it. */
  readonly lunarYear: number | undefined;
}

/**
 * Reads the stakes of a slip, with the checks that need no database and little time; the first invalid line refuses the
 * slip. `readSlip` checks the possible payout afterwards.
 */
export function readStakes(bets: SlipBody["bets"], rules: SlipRules): StakedSlip | SlipRefusal {
  const { maxLines } = rules.limits;
  if (bets.length > maxLines) {
    return refuse("TOO_MANY_LINES", {
      values: { max: maxLines },
      data: { max: maxLines, lines: bets.length },
    });
  }
  const lines: StakedLine[] = [];
  let total = 0n;
  for (const [at, bet] of bets.entries()) {
    const line = readStake(bet, at + 1, rules);
    if ("ok" in line) return line;
    lines.push(line);
    total += line.total;
  }
  return { lines, total };
}

function readStake(
  bet: SlipBody["bets"][number],
  line: number,
  { game, limits }: SlipRules,
): StakedLine | SlipRefusal {
  const option = findOption(game, bet.option_id);
  if (option === undefined)
    return refuse("OPTION_OFF", { values: { line }, data: { line, optionId: bet.option_id } });
  const read = readPicks(option, bet.groups);
  if (!read.ok) {
    const { reason } = read;
    const values = {
      line,
      reason: reason.reason,
      ...(reason.group === undefined ? {} : { group: reason.group }),
    };
    return refuse("BAD_SELECTION", { values, data: { line, optionId: bet.option_id, ...reason } });
  }
  const amount = parseMoney(bet.amount);
  // The schema has accepted the amount, so it parses; checking again costs nothing.
  const betAmount = amount.ok ? amount.value : 0n;
  if (betAmount < limits.minBet) return outOf("STAKE_BELOW_MIN", line, "min", limits.minBet);
  if (betAmount > limits.maxBet) return outOf("STAKE_ABOVE_MAX", line, "max", limits.maxBet);
  const betCount = countBets(option, read.picks);
  if (betCount > limits.maxBets) {
    return refuse("TOO_MANY_BETS", {
      values: { line, max: limits.maxBets },
      data: { line, max: limits.maxBets, betCount },
    });
  }
  return { option, picks: read.picks, betCount, betAmount, total: stake(betAmount, betCount) };
}

function outOf(
  code: "STAKE_BELOW_MIN" | "STAKE_ABOVE_MAX" | "PAYOUT_OVER_CAP",
  line: number,
  bound: "min" | "max",
  value: Money,
): SlipRefusal {
  return refuse(code, {
    values: { line, [bound]: value },
    data: { line, [bound]: formatMoney(value) },
  });
}

/** The other checks that need no database: what the lines can be paid, and whether odds have changed. */
export function readSlip(staked: StakedSlip, rules: SlipRules): ReadSlip | SlipRefusal {
  const lines: ReadLine[] = [];
  let together = 0n;
  for (const [at, line] of staked.lines.entries()) {
    const maxPayout = maxPayoutOf(line, rules);
    if (maxPayout > rules.limits.maxPayout)
      return outOf("PAYOUT_OVER_CAP", at + 1, "max", rules.limits.maxPayout);
    lines.push({ ...line, maxPayout, groups: groupsText(line.picks) });
    together += maxPayout;
  }
  const changed = changedOdds(lines, rules);
  if (changed !== null) return changed;
  return { lines, total: staked.total, maxPayout: together, oddsVersion: rules.odds };
}

function maxPayoutOf(
  { option, picks, betAmount }: StakedLine,
  { game, limits, odds, lunarYear }: SlipRules,
): Money {
  const table = oddsFor(odds, game, option.code);
  const bound = maxPaid(option, picks, betAmount, table, lunarYear);
  // Only the exact amount refuses, and it is shown to the player. It takes longer, but the bound is rarely above a cap.
  return bound > limits.maxPayout ? possiblePayout(option, picks, betAmount, table, lunarYear).max : bound;
}

function groupsText(picks: Picks): string {
  return JSON.stringify(canonicalGroups(picks));
}

/** Refuses when odds that may pay a picked bet differ from those the player saw. */
function changedOdds(
  lines: readonly ReadLine[],
  { game, odds, seen, lunarYear }: SlipRules,
): SlipRefusal | null {
  if (seen === null || seen.version === odds.version) return null;
  for (const [at, { option, picks }] of lines.entries()) {
    const now = oddsFor(odds, game, option.code);
    const then = seen.odds[game]?.[option.code] ?? {};
    if (pickedKeys(option, picks, now, lunarYear).every((key) => now[key] === then[key])) continue;
    const line = at + 1;
    return refuse("ODDS_CHANGED", {
      values: { line },
      data: { line, version: odds.version, optionId: option.code, odds: formatTable(now) },
    });
  }
  return null;
}

/** Odds of an option as the API returns them. */
export function formatTable(table: OddsTable): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([key, figure]) => [key, formatOdds(figure)]));
}
