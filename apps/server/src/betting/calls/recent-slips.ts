import { CALLS, type EarlierSlip } from "@lotus/contract";
import { findGame } from "@lotus/games";
import { matchLocale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import { formatMoney, type Money } from "@lotus/money";
import type { Reads } from "../../db/database.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { type GameWords, gameWords } from "../game-words.ts";
import { parseOrderNo } from "../order-no.ts";
import * as sql from "../recent-slips.sql.ts";
import { slipLineOf } from "../slip-line.ts";

/** As many as a screen shows. */
const MAX_SLIPS = 5;
/** How far back they are looked for: someone who repeats one slip has not many others. */
const LOOKED_THROUGH = 20;

interface LineRow {
  readonly accepted_at: bigint;
  readonly game: string;
  readonly period_no: string;
  readonly option_id: string;
  readonly groups: string;
  readonly bet_amount: Money;
  readonly total: Money;
  /** By odds key, as JSON text. */
  readonly odds: string;
}

/** GET /api/lottery/recentSlips. */
export function recentSlipsCall({
  reads,
  translate,
}: {
  readonly reads: Reads;
  readonly translate: Translate;
}): BoundCall<typeof CALLS.recentSlips> {
  return bind(CALLS.recentSlips, async ({ query }, { caller, locale, told }) => {
    const words = gameWords(translate, matchLocale(locale) ?? "vi-VN");
    if (query.order_no !== undefined) {
      const id = parseOrderNo(query.order_no);
      const rows =
        id === null
          ? []
          : await reads.run(told, (db) => db.query<LineRow>(sql.SLIP_OF_ORDER, [caller.playerId, id]));
      return rows.length === 0 ? refuse("ORDER_UNKNOWN") : accept({ list: slipsOf(rows, words) });
    }
    const game = query.game_code === undefined ? null : findGame(query.game_code);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const rows = await reads.run(told, (db) =>
      db.query<LineRow>(sql.RECENT_SLIPS, [caller.playerId, game?.code ?? null, LOOKED_THROUGH]),
    );
    return accept({ list: slipsOf(rows, words) });
  });
}

/** Lines that were accepted together are a slip. The same picks at the same stakes are shown once, as of the last time. */
function slipsOf(rows: readonly LineRow[], words: GameWords): EarlierSlip[] {
  const slips = Map.groupBy(rows, (row) => `${row.accepted_at} ${row.game} ${row.period_no}`).values();
  const distinct = new Map<string, EarlierSlip>();
  for (const lines of slips) {
    const [first] = lines;
    if (first === undefined) continue;
    const picked = lines.map((row) => `${row.option_id} ${row.bet_amount} ${row.groups}`).toSorted();
    const key = JSON.stringify([first.game, picked]);
    if (!distinct.has(key)) distinct.set(key, slipOf(first, lines, words));
  }
  return [...distinct.values()].slice(0, MAX_SLIPS);
}

function slipOf(first: LineRow, rows: readonly LineRow[], words: GameWords): EarlierSlip {
  const lines = rows.map((row) => ({
    ...slipLineOf(
      { game: row.game, optionId: row.option_id, groups: row.groups, amount: row.bet_amount },
      words,
    ),
    odds: oddsIn(row.odds),
  }));
  return {
    gameCode: first.game,
    prizeNo: first.period_no,
    time: Number(first.accepted_at),
    lines,
    total: formatMoney(rows.reduce((sum, row) => sum + row.total, 0n)),
  };
}

function oddsIn(text: string): Readonly<Record<string, string>> {
  // Written by the server, as RFC 8785 JSON of odds by their keys.
  const odds: Record<string, string> = JSON.parse(text);
  return odds;
}
