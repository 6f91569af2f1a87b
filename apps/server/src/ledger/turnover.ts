import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import { LAST_ID, MAX_TAIL, readWatermark, stateOf, TailTooLong } from "./player-watermark.ts";
import * as sql from "./turnover.sql.ts";

/** A player's money since they last had nothing: no cash, nothing held, no stake open. */
export interface Turnover {
  /** Recharges and gifts. */
  readonly received: Money;
  /** Counted stakes of settled periods, less refunds. */
  readonly staked: Money;
  /** Stakes that do not count, because the player covered too much of a draw, alone or with an invite tree. */
  readonly leftOut: { readonly own: Money; readonly tree: Money };
  /** Stakes of just settled periods for which it is not known yet whether they count. */
  readonly waiting: Money;
  /** Number of transfers read one by one; if it is large, the player's watermark should be advanced. */
  readonly tail: number;
}

/**
 * What a player received since their balance was last zero, and what they bet of it. @throws TailTooLong if too much of
 * the history is not summed up; `HistoryWatermarks` then retries
 */
export async function turnoverOf(db: Queries, playerId: bigint): Promise<Turnover> {
  // A watermark stays correct for the history up to it, even if it is advanced concurrently.
  const mark = await readWatermark(db, playerId);
  const [row] = await db.query<{ received: bigint; staked: bigint; tail: number; since: string | null }>(
    sql.TURNOVER,
    [...stateOf(playerId, mark), LAST_ID, MAX_TAIL],
  );
  if (row === undefined) throw new Error("sums answer always");
  const tail = row.tail + mark.over;
  if (tail >= MAX_TAIL) throw new TailTooLong("a player's turnover is not summed up yet");
  // Read after the stakes, so that everything they include is judged or pending here.
  const [not] = await db.query<{ own: bigint; tree: bigint; waiting: bigint }>(sql.NOT_COUNTED, [
    playerId,
    row.since ?? mark.since,
  ]);
  if (not === undefined) throw new Error("sums answer always");
  const { own, tree, waiting } = not;
  const staked = row.staked - own - tree - waiting;
  // A period settled between the two reads is subtracted without having been added; the next read has both.
  return {
    received: row.received,
    staked: staked > 0n ? staked : 0n,
    leftOut: { own, tree },
    waiting,
    tail,
  };
}
