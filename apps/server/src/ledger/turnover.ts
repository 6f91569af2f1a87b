import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import { LAST_ID, MOST_OF_A_TAIL, readMark, stateOf, TailTooLong } from "./player-mark.ts";
import * as sql from "./turnover.sql.ts";

/** A player's money since they last had nothing: no cash, nothing held, no stake open. */
export interface Turnover {
  /** Recharges and gifts. */
  readonly received: Money;
  /** Stakes of settled periods, less what was refunded of them. */
  readonly staked: Money;
  /** Transfers that had to be read for it: where they are many, the player's mark is to be moved on. */
  readonly tail: number;
}

/**
 * What came in for a player since their balance was last zero, and what they bet of it.
 * @throws TailTooLong when too much of their history is not summed up; `HistoryMarks` reads again once it is
 */
export async function turnoverOf(db: Queries, playerId: bigint): Promise<Turnover> {
  // What a mark says of the history up to it stays true, whoever moves it on meanwhile.
  const mark = await readMark(db, playerId);
  const [row] = await db.query<{ received: bigint; staked: bigint; tail: number }>(sql.TURNOVER, [
    ...stateOf(playerId, mark),
    LAST_ID,
    MOST_OF_A_TAIL,
  ]);
  const tail = (row?.tail ?? 0) + mark.over;
  if (tail >= MOST_OF_A_TAIL) throw new TailTooLong("a player's turnover is not summed up yet");
  return { received: row?.received ?? 0n, staked: row?.staked ?? 0n, tail };
}
