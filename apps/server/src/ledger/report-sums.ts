import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import { lastDays } from "./list-page.ts";
import { MAX_TAIL, TailTooLong } from "./player-watermark.ts";
import * as sql from "./report-sums.sql.ts";

/** Sums of the movements of a player, as shown in reports. */
export interface ReportSums {
  /** Stakes of settled orders less refunds, by time of settlement. */
  readonly betCost: Money;
  readonly payout: Money;
  /** Rebate and commission. */
  readonly rebate: Money;
  readonly gift: Money;
  readonly deposit: Money;
  /** Including fees. */
  readonly withdrawal: Money;
  /** Debits by adjustments. */
  readonly transferOut: Money;
  /** Change of the player's money, including money held for withdrawals. */
  readonly change: Money;
}

/** The sums of a game on a day; `game` is empty for movements without one. */
export interface ReportPart extends ReportSums {
  /** "2026-11-21", in the reader's zone. */
  readonly day: string;
  readonly game: string;
}

/** Data of a report. */
export interface ReportParts {
  /** Range of the days, in epoch milliseconds: from (inclusive), to (exclusive). */
  readonly from: number;
  readonly to: number;
  /** Current balances. */
  readonly cash: Money;
  readonly hold: Money;
  /** Number of transfers read one by one; if it is large, the player's watermark should be advanced. */
  readonly tail: number;
  readonly parts: readonly ReportPart[];
}

interface Sums extends Record<string, unknown> {
  /** Null in the only row of an empty report. */
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
 * Sums of a player's ledger over `days` days including today, in a zone `offsetMinutes` east of UTC (a multiple of 15).
 * @throws TailTooLong if too much of the history is not summed up; `HistoryWatermarks` then retries
 */
export async function reportParts(
  db: Queries,
  playerId: bigint,
  { days, offsetMinutes }: { readonly days: number; readonly offsetMinutes: number },
): Promise<ReportParts> {
  const { fromMs: from, toMs: to } = await lastDays(db, days, offsetMinutes);
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
