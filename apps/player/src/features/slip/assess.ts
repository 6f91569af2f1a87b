import type { RuleOption } from "@lotus/contract";
import {
  type BadSelection,
  countBets,
  findGame,
  findOption,
  jointExtremes,
  type JointExtremes,
  itemOddsKey,
  oddsKey,
  type OddsTable,
  possiblePayout,
  readPicks,
} from "@lotus/games";
import { type Money, type Odds, parseMoney, parseOdds } from "@lotus/money";

/** Picks of one option as they travel. */
export interface PickedLine {
  readonly optionId: string;
  readonly groups: readonly { readonly code: string; readonly items: readonly string[] }[];
}

/** What a selection amounts to: nothing picked, not yet a bet and why, or so many bets. */
export type Assessment =
  | { readonly state: "empty" }
  | { readonly state: "incomplete"; readonly reason: BadSelection }
  | { readonly state: "unknown" }
  | { readonly state: "ready"; readonly betCount: number };

/** The odds of a rule option as the engine takes them. */
export function oddsTable(option: RuleOption): OddsTable {
  const table: Record<string, Odds> = {};
  for (const tier of option.tiers) {
    for (const line of tier.classes) {
      const odds = parseOdds(line.odds);
      if (odds.ok) table[oddsKey(tier.code, line.class)] = odds.value;
    }
  }
  return table;
}

/**
 * Counts a selection with the same code as the server. `unknown` when this build does not hold the option;
 * then its board is shown, but nothing can be bet on it.
 */
export function assess(gameCode: string, line: PickedLine): Assessment {
  if (line.groups.every((group) => group.items.length === 0)) return { state: "empty" };
  const read = readLine(gameCode, line);
  if (read === undefined) return { state: "unknown" };
  if (!read.picks.ok) return { state: "incomplete", reason: read.picks.reason };
  return { state: "ready", betCount: countBets(read.option, read.picks.picks) };
}

/** What prices a line beside its stake: the odds of its option, and the lunar year it is drawn in. */
export interface LinePrice {
  readonly odds: OddsTable;
  /** Undefined in games without animals. */
  readonly lunarYear: number | undefined;
}

/** The least and the most that one line is paid when it wins anything; both zero while it holds no bet. */
export function payoutRange(
  gameCode: string,
  line: PickedLine,
  unit: Money,
  { odds, lunarYear }: LinePrice,
): { readonly min: Money; readonly max: Money } {
  const read = readLine(gameCode, line);
  if (!read?.picks.ok) return { min: 0n, max: 0n };
  return possiblePayout(read.option, read.picks.picks, unit, odds, lunarYear);
}

/** The draws that pay lines of one game together the most and the least; null where that cannot be told. */
export function jointRange(
  gameCode: string,
  lines: readonly { readonly line: PickedLine; readonly odds: OddsTable }[],
  lunarYear: number | undefined,
): JointExtremes | null {
  if (lunarYear === undefined && findGame(gameCode)?.family === "mark-six") return null;
  const read = lines.flatMap(({ line, odds }) => {
    const found = readLine(gameCode, line);
    return found?.picks.ok === true ? [{ option: found.option, picks: found.picks.picks, odds }] : [];
  });
  return read.length === lines.length ? jointExtremes(read, lunarYear) : null;
}

/**
 * The odds that a line can be paid by, by key: those of its items where items differ, with all that one bet on
 * such an item may win; else all of the option's. The same that the server holds against what the player saw.
 */
export function oddsOfLine(gameCode: string, line: PickedLine, { odds, lunarYear }: LinePrice): OddsTable {
  const option = readLine(gameCode, line)?.option;
  const keys = new Set<string>();
  for (const { code, items } of line.groups) {
    for (const item of items) {
      const key = option === undefined ? undefined : itemOddsKey(option, code, item, lunarYear);
      if (key === undefined) return odds;
      for (const each of option?.shared?.find((shared) => shared.includes(key)) ?? [key]) keys.add(each);
    }
  }
  return Object.fromEntries(Object.entries(odds).filter(([key]) => keys.has(key)));
}

function readLine(gameCode: string, line: PickedLine) {
  const game = findGame(gameCode);
  const option = game === undefined ? undefined : findOption(game.code, line.optionId);
  return option === undefined ? undefined : { option, picks: readPicks(option, line.groups) };
}

/** The stake of one bet as it is being typed ("2", "2.", ".5"), or null while it is no amount above zero. */
export function readStake(typed: string): Money | null {
  const plain = typed.endsWith(".") ? typed.slice(0, -1) : typed;
  const read = parseMoney(plain.startsWith(".") ? `0${plain}` : plain);
  return read.ok && read.value > 0n ? read.value : null;
}
