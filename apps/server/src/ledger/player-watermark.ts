import type { Queries, Transactions } from "../db/database.ts";
import { Overloaded } from "../http/errors.ts";
import * as reportSql from "./report-sums.sql.ts";
import * as sql from "./turnover.sql.ts";

/** Position up to which a player's history is summed up, with the sums. */
export interface PlayerWatermark {
  readonly transfer_id: bigint;
  readonly held: bigint;
  /**
   * Until when a stake up to the watermark could be returned: "infinity" while one is open, else in PostgreSQL's
   * format, as a JavaScript date cannot be -infinity.
   */
  readonly open_until: string;
  readonly received: bigint;
  readonly staked: bigint;
  /** When the player started again from nothing, in PostgreSQL's format. */
  readonly since: string;
}

/** A watermark with the outcome of stakes that it passed while they were open. */
export interface WatermarkRead extends PlayerWatermark {
  /** Number of those that have ended and must be added to the watermark. */
  readonly over: number;
}

const NO_MARK: WatermarkRead = {
  transfer_id: 0n,
  held: 0n,
  open_until: "-infinity",
  received: 0n,
  staked: 0n,
  since: "-infinity",
  over: 0,
};

/** A player's watermark; if there is none, one at the start. */
export async function readWatermark(db: Queries, playerId: bigint): Promise<WatermarkRead> {
  const [mark] = await db.query<WatermarkRead & Record<string, unknown>>(sql.READ_MARK, [playerId]);
  return mark ?? NO_MARK;
}

/** Too much of a player's history is not summed up: the watermark must be advanced first. */
export class TailTooLong extends Overloaded {}

/** Above every id. */
export const LAST_ID = 2n ** 63n - 1n;
/** With this many transfers after the watermark, it is worth advancing. */
export const LONG_TAIL = 1_000;
/** Maximum number of transfers that a request sums up. */
export const MAX_TAIL = 3_000;
/** Transfers per transaction: few enough that a concurrent settlement waits only briefly. */
const TRANSFERS_AT_ONCE = 8_000;

/** Options of advancing a watermark, for tests. */
export interface MovingOptions {
  readonly atOnce?: number;
  /** Number of transfers behind an open stake from which the watermark passes it. */
  readonly longTail?: number;
}

/**
 * Advances a player's watermark as far as their history is final, one transaction per step, and past an open stake if
 * many transfers are behind it. Concurrent callers skip it: results are correct with any watermark.
 */
export async function moveWatermark(
  db: Transactions,
  playerId: bigint,
  { atOnce = TRANSFERS_AT_ONCE, longTail = LONG_TAIL }: MovingOptions = {},
): Promise<void> {
  for (const passing of [false, true]) {
    if (passing && (await longTails(db, [playerId], longTail)).length === 0) return;
    for (;;) {
      const moved = await db.transaction((tx) => moveOnce(tx, { playerId, atOnce, passing }));
      if (moved < BigInt(atOnce)) break;
    }
  }
}

interface Move {
  readonly playerId: bigint;
  readonly atOnce: number;
  /** Whether to pass open stakes. */
  readonly passing: boolean;
}

/** Returns the number of transfers the watermark has passed. */
async function moveOnce(tx: Queries, { playerId, atOnce, passing }: Move): Promise<bigint> {
  await tx.query(sql.ADD_MARK, [playerId]);
  const [locked] = await tx.query<{ transfer_id: bigint }>(sql.LOCK_MARK, [playerId]);
  if (locked === undefined) return 0n;
  const from = locked.transfer_id;
  const [reach] = await tx.query<{ id: bigint | null }>(sql.REACH, [playerId, from, atOnce]);
  const to = reach?.id ?? from;
  const held = await holdPeriods(tx, [playerId, from, to, passing]);
  // A period that the watermark has passed is being settled: nothing can be decided before that is visible.
  if (held === null) return 0n;
  const [mark] = await tx.query<PlayerWatermark & Record<string, unknown>>(reportSql.TAKE_PASSED, [playerId]);
  if (mark === undefined || to === from) return 0n;
  const [next] = await tx.query<Omit<PlayerWatermark, "since"> & { since: string | null }>(sql.NEXT_MARK, [
    ...stateOf(playerId, mark),
    to,
    atOnce + 1,
    ...(passing ? held : [[], []]),
  ]);
  if (next === undefined) return 0n;
  // Everything up to the watermark is final, so a newer snapshot than that of the statement before makes no difference.
  const [rolled] = await tx.query<{ transfers: bigint }>(reportSql.ROLL_UP, [
    playerId,
    from,
    next.transfer_id,
  ]);
  await tx.query(sql.SET_MARK, [
    playerId,
    next.transfer_id,
    next.held,
    next.open_until,
    next.received,
    next.staked,
    next.since,
  ]);
  return rolled?.transfers ?? 0n;
}

/** First parameters of the statements over a tail. */
export function stateOf(playerId: bigint, mark: PlayerWatermark): readonly unknown[] {
  return [playerId, mark.transfer_id, mark.held, mark.open_until, mark.received, mark.staked];
}

/**
 * Prevents the periods of open stakes from being settled until the transaction ends. Returns their games and numbers;
 * null if one whose stakes the watermark has passed could not be locked.
 */
async function holdPeriods(
  tx: Queries,
  range: readonly [playerId: bigint, from: bigint, to: bigint, passing: boolean],
): Promise<readonly [readonly string[], readonly string[]] | null> {
  const open = await tx.query<{ game: string; period_no: string; passed: boolean }>(sql.OPEN_PERIODS, range);
  if (open.length === 0) return [[], []];
  const held = await tx.query<{ game: string; period_no: string }>(sql.HOLD_PERIODS, [
    open.map(({ game }) => game),
    open.map(({ period_no: no }) => no),
  ]);
  const names = new Set(held.map(({ game, period_no: no }) => `${game}/${no}`));
  if (open.some(({ game, period_no: no, passed }) => passed && !names.has(`${game}/${no}`))) return null;
  return [held.map(({ game }) => game), held.map(({ period_no: no }) => no)];
}

/** Those of the players who have more than this many transfers after their watermark. */
async function longTails(
  db: Queries,
  players: readonly bigint[],
  longTail: number,
): Promise<readonly bigint[]> {
  const rows = await db.query<{ player: bigint }>(sql.LONG_TAILS, [[...players], longTail]);
  return rows.map(({ player }) => player);
}

/** Advances the watermarks of those of the players who have a long tail. */
export async function moveLongTails(db: Transactions, players: readonly bigint[]): Promise<void> {
  for (const player of await longTails(db, players, LONG_TAIL)) await moveWatermark(db, player);
}
