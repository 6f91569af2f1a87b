import type { CallBody, CallRefusal, CALLS } from "@lotus/contract";
import {
  canonicalGroups,
  countBets,
  findOption,
  itemOddsKey,
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

/** A line of a slip that the rules allow. */
export interface ReadLine {
  readonly option: Option;
  readonly picks: Picks;
  /** Canonical picks as JSON text, the keys of each group in order: what is stored, hashed and committed. */
  readonly groups: string;
  readonly betCount: number;
  /** The stake of one bet. */
  readonly betAmount: Money;
  readonly total: Money;
}

/** A slip that the rules allow, at one version of the odds. */
export interface ReadSlip {
  readonly lines: readonly ReadLine[];
  readonly total: Money;
  readonly oddsVersion: OddsVersion;
}

type SlipRefusal = Refused<CallRefusal<typeof CALLS.order>>;
type SlipBody = CallBody<typeof CALLS.order>;

/** What a slip is held against. */
export interface SlipRules {
  readonly game: GameCode;
  readonly limits: Limits;
  readonly odds: OddsVersion;
  /** The odds the player saw, when the slip names a version. */
  readonly seen: OddsVersion | null;
  /** The lunar year of the draw, where the game's bets look at it. */
  readonly lunarYear: number | undefined;
}

/** Everything about a slip that needs no database; the first line at fault refuses the whole slip. */
export function readSlip(bets: SlipBody["bets"], rules: SlipRules): ReadSlip | SlipRefusal {
  const lines: ReadLine[] = [];
  let total = 0n;
  for (const [at, bet] of bets.entries()) {
    const line = readLine(bet, at + 1, rules);
    if ("ok" in line) return line;
    lines.push(line);
    total += line.total;
  }
  const changed = changedOdds(lines, rules);
  if (changed !== null) return changed;
  return { lines, total, oddsVersion: rules.odds };
}

function readLine(
  bet: SlipBody["bets"][number],
  line: number,
  { game, limits, odds, lunarYear }: SlipRules,
): ReadLine | SlipRefusal {
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
  // The schema let the amount through, so it reads; a second opinion costs nothing.
  const betAmount = amount.ok ? amount.value : 0n;
  const out = (
    code: "STAKE_BELOW_MIN" | "STAKE_ABOVE_MAX" | "PAYOUT_OVER_CAP",
    bound: "min" | "max",
    value: Money,
  ): SlipRefusal =>
    refuse(code, {
      values: { line, [bound]: formatMoney(value) },
      data: { line, [bound]: formatMoney(value) },
    });
  if (betAmount < limits.minBet) return out("STAKE_BELOW_MIN", "min", limits.minBet);
  if (betAmount > limits.maxBet) return out("STAKE_ABOVE_MAX", "max", limits.maxBet);
  const betCount = countBets(option, read.picks);
  if (betCount > limits.maxBets) {
    return refuse("TOO_MANY_BETS", {
      values: { line, max: limits.maxBets },
      data: { line, max: limits.maxBets, betCount },
    });
  }
  const table = oddsFor(odds, game, option.code);
  const most = possiblePayout(option, read.picks, betAmount, table, lunarYear).max;
  if (most > limits.maxPayout) return out("PAYOUT_OVER_CAP", "max", limits.maxPayout);
  const groups = JSON.stringify(canonicalGroups(read.picks).map(({ code, items }) => ({ code, items })));
  return { option, picks: read.picks, groups, betCount, betAmount, total: stake(betAmount, betCount) };
}

/** Refuses when a figure that a picked bet may be paid by is not the one the player saw. */
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

/** The odds keys a selection can be paid by: those of its items where items differ, else all of the option's. */
function pickedKeys(
  option: Option,
  picks: Picks,
  table: OddsTable,
  lunarYear: number | undefined,
): readonly string[] {
  const keys = new Set<string>();
  for (const { code, items } of canonicalGroups(picks)) {
    for (const item of items) {
      const key = itemOddsKey(option, code, item, lunarYear);
      if (key === undefined) return Object.keys(table);
      // What stands under an item may be one of several figures that a bet on it can be paid by.
      for (const each of option.shared?.find((shared) => shared.includes(key)) ?? [key]) keys.add(each);
    }
  }
  return [...keys];
}

/** Odds of an option as they travel. */
export function formatTable(table: OddsTable): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([key, figure]) => [key, formatOdds(figure)]));
}
