import type { Queries, Transactions } from "../db/database.ts";
import * as reportSql from "./report-sums.sql.ts";
import * as sql from "./turnover.sql.ts";

/** How far a player's history is summed up, and to what. */
export interface PlayerMark {
  readonly transfer_id: bigint;
  readonly held: bigint;
  /** As PostgreSQL writes it, for no JavaScript date is -infinity. */
  readonly open_until: string;
  readonly received: bigint;
  readonly staked: bigint;
}

const NO_MARK: PlayerMark = { transfer_id: 0n, held: 0n, open_until: "-infinity", received: 0n, staked: 0n };

/** A player's mark; one at the beginning where there is none. */
export async function readMark(db: Queries, playerId: bigint): Promise<PlayerMark> {
  const [mark] = await db.query<PlayerMark & Record<string, unknown>>(sql.READ_MARK, [playerId]);
  return mark ?? NO_MARK;
}

/** Above every id. */
export const LAST_ID = 2n ** 63n - 1n;
/** From so many transfers after the mark on, it is worth moving. */
export const LONG_TAIL = 400;
const TRANSFERS_AT_ONCE = 20_000;

/**
 * Moves a player's mark on as far as their history is final, in steps of a transaction each. Whoever comes while it is
 * being moved goes on without: what is asked for is right with any mark.
 */
export async function moveMark(
  db: Transactions,
  playerId: bigint,
  atOnce = TRANSFERS_AT_ONCE,
): Promise<void> {
  for (;;) {
    const moved = await db.transaction((tx) => moveOnce(tx, playerId, atOnce));
    if (moved < BigInt(atOnce)) return;
  }
}

/** Answers how many transfers the mark has passed. */
async function moveOnce(tx: Queries, playerId: bigint, atOnce: number): Promise<bigint> {
  await tx.query(sql.ADD_MARK, [playerId]);
  const [mark] = await tx.query<PlayerMark & Record<string, unknown>>(sql.LOCK_MARK, [playerId]);
  if (mark === undefined) return 0n;
  const [reach] = await tx.query<{ id: bigint | null }>(sql.REACH, [playerId, mark.transfer_id, atOnce]);
  if (reach === undefined || reach.id === null) return 0n;
  const state = [mark.transfer_id, mark.held, mark.open_until, mark.received, mark.staked];
  const [next] = await tx.query<PlayerMark & Record<string, unknown>>(sql.NEXT_MARK, [
    playerId,
    ...state,
    reach.id,
  ]);
  if (next === undefined) return 0n;
  // All of it is final: that this statement sees more than the one before changes nothing up to the mark.
  const [rolled] = await tx.query<{ transfers: bigint }>(reportSql.ROLL_UP, [
    playerId,
    mark.transfer_id,
    next.transfer_id,
  ]);
  await tx.query(sql.SET_MARK, [
    playerId,
    next.transfer_id,
    next.held,
    next.open_until,
    next.received,
    next.staked,
  ]);
  return rolled?.transfers ?? 0n;
}

/** Moves the marks of those among these players on that have a long history after them. */
export async function moveLongTails(db: Transactions, players: readonly bigint[]): Promise<void> {
  const rows = await db.query<{ player: bigint }>(sql.LONG_TAILS, [[...players], LONG_TAIL]);
  for (const { player } of rows) await moveMark(db, player);
}
