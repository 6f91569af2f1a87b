import type { Database } from "../db/database.ts";
import { sql } from "../db/database.ts";

/** Orders of a transaction: small enough that no player's money waits long. */
const CHUNK_ORDERS = 10_000;

const UNREFUNDED = sql`
  SELECT game, period_no, money_stopped() AS stopped FROM period WHERE state = 'voided' AND settled_at IS NULL`;
const REFUND = sql`SELECT refund_voided($1, $2, $3) AS refunded`;
const REFUNDED = sql`
  UPDATE period SET settled_at = house_clock()
  WHERE game = $1 AND period_no = $2 AND state = 'voided' AND settled_at IS NULL RETURNING game`;

/**
 * Gives back the stakes of every voided period that has some left, and answers how many orders that were. Safe to
 * call from everywhere and again after any crash: each order's stake goes back with its own mark, in one transaction.
 */
export async function refundVoided(db: Database): Promise<number> {
  const periods = await db.query<{ game: string; period_no: string; stopped: boolean }>(UNREFUNDED);
  let orders = 0;
  for (const { game, period_no: periodNo, stopped } of periods) {
    if (stopped) continue;
    for (;;) {
      const [row] = await db.query<{ refunded: bigint | null }>(REFUND, [game, periodNo, CHUNK_ORDERS]);
      const refunded = Number(row?.refunded ?? 0n);
      orders += refunded;
      if (refunded === 0) break;
    }
    await db.query(REFUNDED, [game, periodNo]);
  }
  return orders;
}
