import type { MoneyRecord } from "@lotus/contract";
import { formatMoney, type Money } from "@lotus/money";
import { type Queries, sql } from "../db/database.ts";
import { moneyOrderNo } from "./money-record.ts";

const TELL = sql`INSERT INTO live_event (player_id, event, payload) VALUES ($1, $2, $3::jsonb)`;

/** Tells the player's windows what they can spend now, once the transaction has committed. */
export async function publishBalance(tx: Queries, playerId: bigint, balance: Money): Promise<void> {
  await tx.query(TELL, [playerId, "balance", JSON.stringify({ balance: formatMoney(balance) })]);
}

/** An order of money that has changed. */
export interface ChangedOrder {
  readonly id: bigint;
  readonly type: MoneyRecord["type"];
  readonly status: MoneyRecord["status"];
}

/** Tells the player's windows of a change of an order of money, once the transaction has committed. */
export async function publishMoney(
  tx: Queries,
  playerId: bigint,
  { id, type, status }: ChangedOrder,
): Promise<void> {
  const payload = { orderNo: moneyOrderNo(type, id), type, status };
  await tx.query(TELL, [playerId, "money", JSON.stringify(payload)]);
}
