import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import { LAST_ID, MAX_TAIL, readWatermark, stateOf, TailTooLong } from "./player-watermark.ts";
import * as sql from "./turnover.sql.ts";

/** A player's money since they last had nothing: no cash, nothing held, no stake open. */
export interface Turnover {
  /** Recharges and gifts. */
  readonly received: Money;
  /** Stakes of settled periods, less what was refunded of them, that count. */
  readonly staked: Money;
  /** Stakes of settled periods that do not count: the player covered too much of a draw, alone or with an invite tree. */
  readonly leftOut: { readonly own: Money; readonly tree: Money };
  /** Stakes of periods that were settled a moment ago: whether they count is not known yet. */
  readonly waiting: Money;
  /** Transfers that had to be read for it: where they are many, the player's mark is to be moved on. */
  readonly tail: number;
}

/**
 * What came in for a player since their balance was last zero, and what they bet of it.
 * @throws TailTooLong when too much of their history is not summed up; `HistoryWatermarks` reads again once it is
 */
export async function turnoverOf(db: Queries, playerId: bigint): Promise<Turnover> {
  // What a mark says of the history up to it stays true, whoever moves it on meanwhile.
  const mark = await readWatermark(db, playerId);
  const [row] = await db.query<{ received: bigint; staked: bigint; tail: number; since: string | null }>(
    sql.TURNOVER,
    [...stateOf(playerId, mark), LAST_ID, MAX_TAIL],
  );
  if (row === undefined) throw new Error("sums answer always");
  const tail = row.tail + mark.over;
  if (tail >= MAX_TAIL) throw new TailTooLong("a player's turnover is not summed up yet");
  // After the stakes: what was settled when those were read is judged or waits for it now.
  const [not] = await db.query<{ own: bigint; tree: bigint; waiting: bigint }>(sql.NOT_COUNTED, [
    playerId,
    row.since ?? mark.since,
  ]);
  if (not === undefined) throw new Error("sums answer always");
  const { own, tree, waiting } = not;
  const staked = row.staked - own - tree - waiting;
  // Settled between the two: it is taken off before it was added, and neither the next time.
  return {
    received: row.received,
    staked: staked > 0n ? staked : 0n,
    leftOut: { own, tree },
    waiting,
    tail,
  };
}
