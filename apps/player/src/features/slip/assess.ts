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

/** Picks of one option in wire format. */
export interface PickedLine {
  readonly optionId: string;
  readonly groups: readonly { readonly code: string; readonly items: readonly string[] }[];
}

/** Assessment of a selection: nothing picked, not yet a bet with the reason, or a number of bets. */
export type Assessment =
  | { readonly state: "empty" }
  | { readonly state: "incomplete"; readonly reason: BadSelection }
  | { readonly state: "unknown" }
  | { readonly state: "ready"; readonly betCount: number };

/** The odds of a rule option in the engine's format. */
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
 * Counts a selection with the same code as the server. `unknown` if this build does not have the option; its board is
 * shown, but cannot be bet on.
 */
export function assess(gameCode: string, line: PickedLine): Assessment {
  if (line.groups.every((group) => group.items.length === 0)) return { state: "empty" };
  const read = readLine(gameCode, line);
  if (read === undefined) return { state: "unknown" };
  if (!read.picks.ok) return { state: "incomplete", reason: read.picks.reason };
  return { state: "ready", betCount: countBets(read.option, read.picks.picks) };
}

/** What a line's price depends on besides its stake: the odds of its option and the lunar year of its draw. */
export interface LinePrice {
  readonly odds: OddsTable;
  /** Undefined in games without animals. */
  readonly lunarYear: number | undefined;
}

/** Smallest and largest payout of a winning line; both zero if it has no bet. */
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

/** The draws that pay several lines of one game the most and the least in total; null if they cannot be found. */
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
 * The odds that can apply to a line, by key: those of its items if items differ, with every prize of a bet on them;
 * otherwise all of the option's. The server compares the same set with what the player saw.
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

/** Parses a stake while it is typed ("2", "2.", ".5"); null if it is not an amount above zero. */
export function readStake(typed: string): Money | null {
  const plain = typed.endsWith(".") ? typed.slice(0, -1) : typed;
  const read = parseMoney(plain.startsWith(".") ? `0${plain}` : plain);
  return read.ok && read.value > 0n ? read.value : null;
}
