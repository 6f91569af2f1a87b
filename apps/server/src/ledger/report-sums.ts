import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import { MAX_TAIL, TailTooLong } from "./player-watermark.ts";
import * as sql from "./report-sums.sql.ts";

/** What moved for a player, as reports show it. */
export interface ReportSums {
  /** Stakes of settled orders less what came back of them, by when they were settled. */
  readonly betCost: Money;
  readonly payout: Money;
  /** Rebate and commission. */
  readonly rebate: Money;
  readonly gift: Money;
  readonly deposit: Money;
  /** With the fees. */
  readonly withdrawal: Money;
  /** Adjustments that took. */
  readonly transferOut: Money;
  /** By how much the player's money grew, what is held for withdrawals included. */
  readonly change: Money;
}

/** The sums of a game on a day, or of everything without a game (`game` is empty then). */
export interface ReportPart extends ReportSums {
  /** As 2026-11-21, by the reader's clock. */
  readonly day: string;
  readonly game: string;
}

/** What a report of a player is made of. */
export interface ReportParts {
  /** Epoch milliseconds: the days reported on, from (inclusive) and to (exclusive). */
  readonly from: number;
  readonly to: number;
  /** What the player has now. */
  readonly cash: Money;
  readonly hold: Money;
  /** Transfers that had to be read for it: where they are many, the player's mark is to be moved on. */
  readonly tail: number;
  readonly parts: readonly ReportPart[];
}

interface Sums extends Record<string, unknown> {
  /** Null where there is nothing but what every row says. */
  readonly day: string | null;
  readonly game: string;
  readonly bet_cost: bigint;
  readonly payout: bigint;
  readonly rebate: bigint;
  readonly gift: bigint;
  readonly deposit: bigint;
  readonly withdrawal: bigint;
  readonly transfer_out: bigint;
  readonly change: bigint;
}

/**
 * Sums of a player's ledger over `days` days, today among them, on a clock `offsetMinutes` east of UTC (a multiple of
 * 15).
 * @throws TailTooLong when too much of the history is not summed up; `HistoryWatermarks` reads again once it is
 */
export async function reportParts(
  db: Queries,
  playerId: bigint,
  { days, offsetMinutes }: { readonly days: number; readonly offsetMinutes: number },
): Promise<ReportParts> {
  const [span] = await db.query<{ from_ms: bigint; to_ms: bigint }>(sql.DAYS, [days, offsetMinutes]);
  const [from, to] = [Number(span?.from_ms ?? 0n), Number(span?.to_ms ?? 0n)];
  const rows = await db.query<Sums & { cash: bigint | null; hold: bigint | null; tail: number }>(sql.REPORT, [
    playerId,
    new Date(from),
    new Date(to),
    offsetMinutes,
    MAX_TAIL,
  ]);
  const tail = rows[0]?.tail ?? 0;
  if (tail >= MAX_TAIL) throw new TailTooLong("a player's report is not summed up yet");
  return {
    from,
    to,
    cash: rows[0]?.cash ?? 0n,
    hold: rows[0]?.hold ?? 0n,
    tail,
    parts: rows.flatMap(partOf),
  };
}

function partOf(row: Sums): readonly ReportPart[] {
  if (row.day === null) return [];
  const { day, game, bet_cost: betCost, transfer_out: transferOut } = row;
  const { payout, rebate, gift, deposit, withdrawal, change } = row;
  return [{ day, game, betCost, payout, rebate, gift, deposit, withdrawal, transferOut, change }];
}
