import { CALLS, type BetRecord, type BetStatus } from "@lotus/contract";
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
import { daysOf, offsetMinutesOf, pageOf, type ListQuery } from "../../ledger/ledger.ts";
import * as sql from "../betting.sql.ts";
import { type GameWords, gameWords } from "../game-words.ts";
import { orderNoOf } from "../order-no.ts";

/** The game code that spans every game. */
const ALL = "ALL";

export interface BetListDeps {
  readonly reads: Reads;
  readonly translate: Translate;
  /** The operator's time zone, that of the draws; the default of requests without one. */
  readonly timeZone: string;
  readonly now: () => number;
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
  readonly payout: bigint;
  readonly refund: bigint;
  readonly status: BetStatus;
  readonly cancelled_by: "player" | "void" | null;
  readonly numbers: readonly number[] | null;
  readonly tiers: BetRecord["tiers"] | null;
}

/** GET /api/lottery/orderList/{gameCode}. */
export function betListCall({
  reads,
  translate,
  timeZone,
  now,
}: BetListDeps): BoundCall<typeof CALLS.betList> {
  return bind(CALLS.betList, async ({ params, query }, { caller, locale, told }) => {
    const game = params.gameCode === ALL ? null : findGame(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const offset = query.tz_offset ?? offsetMinutesOf(timeZone, now());
    const filter = [caller.playerId, daysOf(query.range), offset, game?.code ?? null, query.status ?? null];
    const { page, sum } = await reads.run(told, (db) => readPage(db, query, filter));
    const words = gameWords(translate, matchLocale(locale) ?? "vi-VN");
    return accept({
      list: page.rows.map((row) => recordOf(row, offset, timeZone, words)),
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
  query: ListQuery & { readonly status?: BetStatus | undefined },
  filter: readonly unknown[],
) {
  const page = await pageOf(query, ({ before, limit }) =>
    db.query<ListedRow>(sql.LIST, [...filter, before, limit]),
  );
  const sums = query.status === undefined ? sql.LIST_SUMS : sql.STATUS_SUMS;
  const values = query.status === undefined ? filter.slice(0, 4) : filter;
  const [sum] = page.first
    ? await db.query<{ bet: bigint; payout: bigint; pending: bigint }>(sums, values)
    : [];
  return { page, sum };
}

function recordOf(row: ListedRow, offsetMinutes: number, timeZone: string, words: GameWords): BetRecord {
  const time = Number(row.accepted_at);
  const game = findGame(row.game);
  const option = game === undefined ? undefined : findOption(game.code, row.option_id);
  // Stored as canonical JSON by the statement that accepted the order.
  const groups: PickedGroups = JSON.parse(row.groups);
  const read = option === undefined ? undefined : readPicks(option, groups);
  const shownNumbers = row.numbers !== null && row.status !== "notDrawn";
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
    betCount: row.bet_count,
    betAmount: formatMoney(row.bet_amount),
    total: formatMoney(row.total),
    payout: formatMoney(row.payout),
    refund: formatMoney(row.refund),
    status: row.status,
    ...(row.cancelled_by === null ? {} : { cancelledBy: row.cancelled_by }),
    time,
    betTime: time,
    date: new Date(time + offsetMinutes * 60_000).toISOString().slice(0, 10),
    ...(row.draw_at === null ? {} : { drawAt: Number(row.draw_at) }),
    ...(shownNumbers ? { winningNumbers: [...(row.numbers ?? [])] } : {}),
    ...(shownNumbers && row.draw_at !== null && game?.family === "mark-six"
      ? { lunarYear: lunarYearOf(Number(row.draw_at), timeZone) }
      : {}),
    tiers: row.tiers ?? [],
  };
}
