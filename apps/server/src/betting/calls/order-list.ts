import { setImmediate } from "node:timers/promises";
import { CALLS, type BetRecord, type BetState, type BetStatus } from "@lotus/contract";
import {
  betNumbersText,
  findGame,
  findOption,
  lunarYearOf,
  readPicks,
  type PickedGroups,
} from "@lotus/games";
import { matchLocale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import { formatMoney } from "@lotus/money";
import type { Queries, Reads } from "../../db/database.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { dayOf, pageOf, windowOf, zoneOf, type ListQuery } from "../../ledger/ledger.ts";
import * as sql from "../bet-list.sql.ts";
import { type GameWords, gameWords } from "../game-words.ts";
import { ifWon } from "../if-won.ts";
import type { OddsBook } from "../odds.ts";
import { orderNoOf, parseOrderNo } from "../order-no.ts";
import { picksInShort } from "../picked-text.ts";

/** The game code that spans every game. */
const ALL = "ALL";
const ROWS_AT_ONCE = 10;

export interface BetListDeps {
  readonly reads: Reads;
  readonly translate: Translate;
  /** The operator's time zone, that of the draws; the default of requests without one. */
  readonly timeZone: string;
  /** The odds that open bets were placed at. */
  readonly odds: Pick<OddsBook, "version">;
}

/** Whose bets are listed, of which game (null for all), by days of which zone. */
interface ListOf {
  readonly playerId: bigint;
  readonly game: string | null;
  readonly zone: string;
}

interface StateQuery {
  readonly status?: BetStatus | undefined;
  readonly state?: BetState | undefined;
}

interface ListSums {
  readonly bet: bigint;
  readonly payout: bigint;
  readonly pending: bigint;
}

interface ListPage {
  readonly page: { readonly rows: readonly ListedRow[]; readonly nextCursor: string | null };
  readonly sum: ListSums | undefined;
}

interface ListedRow {
  readonly id: bigint;
  readonly accepted_at: bigint;
  /** Null when the period is no longer stored. */
  readonly draw_at: bigint | null;
  readonly game: string;
  readonly period_no: string;
  readonly option_id: string;
  readonly groups: string;
  readonly bet_count: number;
  readonly bet_amount: bigint;
  readonly total: bigint;
  readonly odds_version: number;
  readonly payout: bigint;
  readonly refund: bigint;
  readonly state: BetState;
  readonly cancelled_by: "player" | "void" | null;
  readonly numbers: readonly number[] | null;
  readonly tiers: BetRecord["tiers"] | null;
  readonly chase_id: bigint | null;
}

/** GET /api/lottery/orderList/{gameCode}. */
export function betListCall({
  reads,
  translate,
  timeZone,
  odds,
}: BetListDeps): BoundCall<typeof CALLS.betList> {
  return bind(CALLS.betList, async ({ params, query }, { caller, locale, told }) => {
    const game = params.gameCode === ALL ? null : findGame(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const zone = zoneOf(query, timeZone);
    const of = { playerId: caller.playerId, game: game?.code ?? null, zone };
    const { page, sum } = await reads.run(told, (db) =>
      query.order_no === undefined ? readPage(db, query, of) : readOne(db, query.order_no, of),
    );
    const words = gameWords(translate, matchLocale(locale) ?? "vi-VN");
    const list: BetRecord[] = [];
    for (const [at, row] of page.rows.entries()) {
      // What an open bet pays takes up to a millisecond: other requests go in between.
      if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
      const isOpen = row.state === "notDrawn";
      list.push({
        ...recordOf(row, { zone, timeZone }, words),
        ...(isOpen ? await ifWon(row, odds, timeZone) : {}),
      });
    }
    return accept({
      list,
      nextCursor: page.nextCursor,
      ...(sum === undefined
        ? {}
        : {
            sum: {
              bet: formatMoney(sum.bet),
              payout: formatMoney(sum.payout),
              pending: formatMoney(sum.pending),
            },
          }),
    });
  });
}

/** A page of records, and the sums of all of them with the first page. */
async function readPage(
  db: Queries,
  query: ListQuery & StateQuery,
  { playerId, game, zone }: ListOf,
): Promise<ListPage> {
  const { fromMs, toMs } = await windowOf(db, query, zone);
  const values = [playerId, fromMs, toMs, game];
  const states = statesOf(query);
  const filter = [...values, states];
  const page = await pageOf(query, ({ before, limit }) =>
    db.query<ListedRow>(sql.PAGE, [...filter, before, limit]),
  );
  if (!page.first) return { page, sum: undefined };
  const [sum] = await sumsOf(db, states, values);
  return { page, sum };
}

/** The states that a query lists; null for all. */
function statesOf({ status, state }: StateQuery): readonly BetState[] | null {
  const ofStatus: readonly BetState[] | undefined =
    status === undefined ? undefined : status === "notWon" ? ["notWon", "returned"] : [status];
  if (state === undefined) return ofStatus ?? null;
  return ofStatus?.includes(state) === false ? [] : [state];
}

function sumsOf(
  db: Queries,
  states: readonly BetState[] | null,
  values: readonly unknown[],
): Promise<readonly ListSums[]> {
  if (states === null) return db.query(sql.SUMS, values);
  return states.length === 1 && states[0] === "won"
    ? db.query(sql.SUMS_OF_WON, values)
    : db.query(sql.SUMS_OF_STATES, [...values, states]);
}

/** The order of that number as a page without sums; empty if the player has none. */
async function readOne(db: Queries, orderNo: string, { playerId, game }: ListOf): Promise<ListPage> {
  const id = parseOrderNo(orderNo);
  const rows = id === null ? [] : await db.query<ListedRow>(sql.ONE, [playerId, id, game]);
  return { page: { rows, nextCursor: null }, sum: undefined };
}

function recordOf(
  row: ListedRow,
  { zone, timeZone }: { readonly zone: string; readonly timeZone: string },
  words: GameWords,
): BetRecord {
  const time = Number(row.accepted_at);
  const game = findGame(row.game);
  const option = game === undefined ? undefined : findOption(game.code, row.option_id);
  // Stored as canonical JSON by the statement that accepted the order.
  const groups: PickedGroups = JSON.parse(row.groups);
  const read = option === undefined ? undefined : readPicks(option, groups);
  const shownNumbers = row.numbers !== null && row.state !== "notDrawn";
  return {
    orderNo: orderNoOf(row.id),
    type: "bet",
    gameCode: row.game,
    prizeNo: row.period_no,
    optionId: row.option_id,
    modeName: option === undefined ? "" : words.mode(option.family, option.mode),
    optionName: option === undefined ? row.option_id : words.option(option.family, "option", option.code),
    groups: groups.map(({ code, items }) => ({ code, items: [...items] })),
    betNumbers: option !== undefined && read?.ok === true ? betNumbersText(option, read.picks) : "",
    ...(option === undefined ? {} : { picks: picksInShort(option, groups, words) }),
    betCount: row.bet_count,
    betAmount: formatMoney(row.bet_amount),
    total: formatMoney(row.total),
    payout: formatMoney(row.payout),
    refund: formatMoney(row.refund),
    status: row.state === "returned" ? "notWon" : row.state,
    state: row.state,
    ...(row.cancelled_by === null ? {} : { cancelledBy: row.cancelled_by }),
    time,
    betTime: time,
    ...(row.chase_id === null ? {} : { chaseNo: `C${String(row.chase_id)}` }),
    date: dayOf(time, zone),
    ...(row.draw_at === null ? {} : { drawAt: Number(row.draw_at) }),
    ...(shownNumbers ? { winningNumbers: [...(row.numbers ?? [])] } : {}),
    ...(shownNumbers && row.draw_at !== null && game?.family === "mark-six"
      ? { lunarYear: lunarYearOf(Number(row.draw_at), timeZone) }
      : {}),
    tiers: row.tiers ?? [],
  };
}
