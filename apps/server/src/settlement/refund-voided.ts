import { formatMoney } from "@lotus/money";
import type { Database } from "../db/database.ts";
import { sql } from "../db/database.ts";
import { sendMessages } from "../inbox/inbox.ts";

/** Orders per transaction: few enough that no player's money stays locked for long. */
const CHUNK_ORDERS = 10_000;

const UNREFUNDED = sql`
  SELECT game, period_no, money_stopped() AS stopped FROM period WHERE state = 'voided' AND settled_at IS NULL`;
const REFUND = sql`SELECT refunded, last_id FROM refund_voided_after($1, $2, $3, $4)`;
const REFUNDED = sql`
  UPDATE period SET settled_at = house_clock()
  WHERE game = $1 AND period_no = $2 AND state = 'voided' AND settled_at IS NULL RETURNING coalesce(void_reason, '') AS reason`;
interface RefundRow {
  readonly refunded: bigint | null;
  /** Null once there is none left, and if the period is not voided. */
  readonly last_id: bigint | null;
}
/** The refund of each player of a voided period. */
const PLAYERS = sql`
  SELECT player_id, sum(refund)::bigint AS refund FROM bet_cancellation
  WHERE game = $1 AND period_no = $2 AND why = 'void' GROUP BY player_id ORDER BY player_id`;

/**
 * Refunds the remaining stakes of voided periods and returns the number of refunded orders. Safe to call concurrently
 * and again after a crash: each order is marked in the transaction that refunds it. When all are refunded, each player
 * gets one message with the reason.
 */
export async function refundVoided(db: Database, ordersAtOnce = CHUNK_ORDERS): Promise<number> {
  const periods = await db.query<{ game: string; period_no: string; stopped: boolean }>(UNREFUNDED);
  let orders = 0;
  for (const { game, period_no: periodNo, stopped } of periods) {
    if (stopped) continue;
    let after: bigint | null = 0n;
    while (after !== null) {
      const [row]: RefundRow[] = await db.query<RefundRow>(REFUND, [game, periodNo, after, ordersAtOnce]);
      orders += Number(row?.refunded ?? 0n);
      after = row?.last_id ?? null;
    }
    await finish(db, game, periodNo);
  }
  return orders;
}

/**
 * Marks a voided period as refunded and writes the messages to its players in the same transaction, so a second run
 * sends nothing.
 */
async function finish(db: Database, game: string, periodNo: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [done] = await tx.query<{ reason: string }>(REFUNDED, [game, periodNo]);
    if (done === undefined) return;
    const players = await tx.query<{ player_id: bigint; refund: bigint }>(PLAYERS, [game, periodNo]);
    await sendMessages(
      tx,
      players.map(({ player_id: playerId, refund }) => ({
        playerId,
        template: "periodVoided" as const,
        values: { game, period: periodNo, amount: formatMoney(refund), reason: done.reason },
      })),
    );
  });
}
