import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import { type CalendarDay, calendarDays, dayAfter, type Span } from "./calendar.ts";
import { today } from "./list-page.ts";
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
  /** Every day, oldest first, up to today. */
  readonly days: readonly CalendarDay[];
  /** Where the last day asked for ends, in epoch milliseconds. */
  readonly end: number;
  /** What came in after the days. */
  readonly changeSince: Money;
  /** Current balances. */
  readonly cash: Money;
  readonly hold: Money;
  /** Number of transfers read one by one; if it is large, the player's watermark should be advanced. */
  readonly tail: number;
  readonly parts: readonly ReportPart[];
}

interface Sums extends Record<string, unknown> {
  /** Which of the days, from 1, or one more for what came later; null in the only row of an empty report. */
  readonly day: number | null;
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
 * Sums of a player's ledger over the last days including today, or over those from the first to the last, in a zone.
 * @throws TailTooLong if too much of the history is not summed up; `HistoryWatermarks` then retries
 */
export async function reportParts(
  db: Queries,
  playerId: bigint,
  { days: asked, timeZone }: { readonly days: number | Span; readonly timeZone: string },
): Promise<ReportParts> {
  const last = await today(db, timeZone);
  const span = typeof asked === "number" ? { from: dayAfter(last, 1 - asked), to: last } : asked;
  const { days, end } = calendarDays(span, timeZone);
  const starts = [...days.map(({ start }) => start), end];
  const rows = await db.query<Sums & { cash: bigint | null; hold: bigint | null; tail: number }>(sql.REPORT, [
    playerId,
    starts,
    MAX_TAIL,
  ]);
  const tail = rows[0]?.tail ?? 0;
  if (tail >= MAX_TAIL) throw new TailTooLong("a player's report is not summed up yet");
  return {
    days: days.filter(({ day }) => day <= last),
    end,
    cash: rows[0]?.cash ?? 0n,
    hold: rows[0]?.hold ?? 0n,
    tail,
    changeSince: rows.reduce((sum, { day, change }) => (day === starts.length ? sum + change : sum), 0n),
    parts: rows.flatMap((row) => partOf(row, days)),
  };
}

function partOf(row: Sums, days: readonly CalendarDay[]): readonly ReportPart[] {
  const day = row.day === null ? undefined : days[row.day - 1]?.day;
  if (day === undefined) return [];
  const { game, bet_cost: betCost, transfer_out: transferOut } = row;
  const { payout, rebate, gift, deposit, withdrawal, change } = row;
  return [{ day, game, betCost, payout, rebate, gift, deposit, withdrawal, transferOut, change }];
}
