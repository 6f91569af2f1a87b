import { MAX_PERIODS_TOGETHER, type PeriodRow } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { accept, refuse } from "../../http/handler.ts";
import { instantOf } from "../lists.ts";
import { askedOf, type AskedColumns, keysOf, periodOfId } from "./periods.ts";
import * as sql from "./periods.sql.ts";

const HOUR_MS = 3_600_000;

interface Row extends AskedColumns {
  readonly game: string;
  readonly period_no: string;
  readonly state: PeriodRow["state"];
  readonly draw_ms: bigint;
  readonly is_open: boolean;
  readonly orders: number;
  readonly stake: bigint;
  readonly payout: bigint;
  readonly refunded: number;
}

interface RangeQuery {
  readonly game?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly ids?: string | undefined;
}

/** Periods of a range with what voiding them costs: without `ids`, those with draws of an hour. */
export async function readRange(db: Queries, { game, from = 0, to = from + HOUR_MS, ids }: RangeQuery) {
  const named = ids?.split(",").map(periodOfId);
  const keys = named?.filter((key) => key !== null);
  if (keys !== undefined && keys.length < (named?.length ?? 0)) return refuse("RECORD_UNKNOWN");
  const rows = await db.query<Row & Record<string, unknown>>(sql.RANGE, [
    game ?? null,
    instantOf(from),
    instantOf(to),
    ...(keys === undefined ? [null, null] : keysOf(keys)),
    MAX_PERIODS_TOGETHER + 1,
  ]);
  if (rows.length > MAX_PERIODS_TOGETHER)
    return refuse("PERIODS_TOO_MANY", { values: { most: MAX_PERIODS_TOGETHER } });
  const open = rows.filter((row) => row.is_open);
  const [counted] = await db.query<{ players: number }>(sql.PLAYERS, [
    open.map((row) => row.game),
    open.map((row) => row.period_no),
  ]);
  return accept({
    list: rows.map((row) => ({
      id: `${row.game}-${row.period_no}`,
      state: row.state,
      drawAt: Number(row.draw_ms),
      orders: row.orders,
      stake: formatMoney(row.stake),
      payout: formatMoney(row.payout),
      refunded: row.refunded,
      isOpen: row.is_open,
      voidAsked: askedOf(row),
    })),
    periods: open.length,
    orders: open.reduce((sum, { orders }) => sum + orders, 0),
    players: counted?.players ?? 0,
    stake: formatMoney(open.reduce((sum, { stake }) => sum + stake, 0n)),
    paid: formatMoney(rows.reduce((sum, { payout }) => sum + payout, 0n)),
  });
}
