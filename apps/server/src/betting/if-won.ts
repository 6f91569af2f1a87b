import type { BetRecord } from "@lotus/contract";
import {
  findGame,
  findOption,
  lunarYearOf,
  possiblePayout,
  readPicks,
  type PickedGroups,
} from "@lotus/games";
import { formatMoney, formatOdds } from "@lotus/money";
import { oddsFor, type OddsBook } from "./odds.ts";
import { pickedKeys } from "./picked-keys.ts";

/** An order that waits for its draw. */
export interface OpenOrder {
  readonly game: string;
  readonly option_id: string;
  /** Canonical picks as JSON text. */
  readonly groups: string;
  readonly bet_amount: bigint;
  readonly odds_version: number;
  /** Epoch milliseconds; null when the period is no longer stored. */
  readonly draw_at: bigint | null;
}

/**
 * The odds that can pay an order, and what it is paid if it wins: those it was placed at, whatever they are now. Nothing
 * for an option that is no longer known.
 */
export async function ifWon(
  order: OpenOrder,
  book: Pick<OddsBook, "version">,
  timeZone: string,
): Promise<Pick<BetRecord, "ifWon">> {
  const version = await book.version(order.odds_version);
  const game = findGame(order.game);
  const option = game === undefined ? undefined : findOption(game.code, order.option_id);
  if (version === null || option === undefined || order.draw_at === null) return {};
  // Stored as canonical JSON by the statement that accepted the order.
  const groups: PickedGroups = JSON.parse(order.groups);
  const read = readPicks(option, groups);
  if (!read.ok) return {};
  const year = option.family === "mark-six" ? lunarYearOf(Number(order.draw_at), timeZone) : undefined;
  const table = oddsFor(version, order.game, option.code);
  const odds = pickedKeys(option, read.picks, table, year)
    .flatMap((key) => table[key] ?? [])
    .toSorted((one, other) => (one < other ? -1 : 1));
  const [least, most] = [odds[0], odds.at(-1)];
  if (least === undefined || most === undefined) return {};
  const paid = possiblePayout(option, read.picks, order.bet_amount, table, year);
  return {
    ifWon: {
      odds: { least: formatOdds(least), most: formatOdds(most) },
      pays: { least: formatMoney(paid.min), most: formatMoney(paid.max) },
    },
  };
}
