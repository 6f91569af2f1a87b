import type { GameWords } from "../../betting/betting.ts";
import { chaseNoOf } from "../../chases/chases.ts";
import { type ArchivePart, type Entry, listed, type Row } from "./archive-part.ts";
import * as sql from "./archive.sql.ts";

interface ChaseRow extends Row {
  readonly id: bigint;
  readonly created: Date;
  readonly game: string;
  readonly lines: string;
  readonly first_period: string;
  readonly last_period: string;
  readonly periods: number;
  readonly held: bigint;
  readonly stop_on_win: boolean;
  readonly stop_profit: bigint | null;
  readonly stop_loss: bigint | null;
  readonly placed: number;
  readonly staked: bigint;
  readonly rest: bigint;
  readonly ended: Date | null;
  readonly why: string | null;
}

interface ChaseStepRow extends Row {
  readonly id: bigint;
  readonly chase_id: bigint;
  readonly at: Date;
  readonly period_no: string;
  readonly stake: bigint;
  readonly why: string | null;
  readonly orders: readonly bigint[] | null;
}

function chaseOf(row: ChaseRow, words: GameWords): Entry {
  return {
    number: chaseNoOf(row.id),
    time: row.created,
    game: words.game(row.game),
    picks: row.lines,
    period: `${row.first_period} – ${row.last_period}`,
    count: row.periods,
    amount: row.held,
    stopOnWin: row.stop_on_win,
    stopProfit: row.stop_profit,
    stopLoss: row.stop_loss,
    placed: row.placed,
    staked: row.staked,
    held: row.rest,
    ended: row.ended,
    reason: row.why,
  };
}

/** The player's chases, and each of their periods that has come. */
export const CHASES: readonly ArchivePart[] = [
  listed<ChaseRow>("chases", sql.CHASES, (row, _, words) => chaseOf(row, words)),
  listed<ChaseStepRow>("chase-steps", sql.CHASE_STEPS, (row) => ({
    number: chaseNoOf(row.chase_id),
    time: row.at,
    period: row.period_no,
    amount: row.stake,
    reason: row.why,
    reference: row.orders === null ? null : row.orders.map((order) => `B${order}`).join(", "),
  })),
];
