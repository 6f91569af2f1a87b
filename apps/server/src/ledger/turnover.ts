import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./turnover.sql.ts";

/** A player's money since they last had nothing: no cash, nothing held, no stake open. */
export interface Turnover {
  /** Recharges and gifts. */
  readonly received: Money;
  /** Stakes of settled periods, less what was refunded of them. */
  readonly staked: Money;
}

/** What came in for a player since their balance was last zero, and what they bet of it. */
export async function turnoverOf(db: Queries, playerId: bigint): Promise<Turnover> {
  const [row] = await db.query<{ received: bigint; staked: bigint }>(sql.TURNOVER, [playerId]);
  return row ?? { received: 0n, staked: 0n };
}
