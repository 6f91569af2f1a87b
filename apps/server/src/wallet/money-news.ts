import type { MoneyRecord } from "@lotus/contract";
import { formatMoney, type Money } from "@lotus/money";
import { type Queries, sql } from "../db/database.ts";
import { moneyOrderNo } from "./money-record.ts";

const TELL = sql`INSERT INTO live_event (player_id, event, payload) VALUES ($1, $2, $3::jsonb)`;

/** Writes a live event with the player's new balance, sent after the commit. */
export async function publishBalance(tx: Queries, playerId: bigint, balance: Money): Promise<void> {
  await tx.query(TELL, [playerId, "balance", JSON.stringify({ balance: formatMoney(balance) })]);
}

/** A changed recharge or withdrawal. */
export interface ChangedOrder {
  readonly id: bigint;
  readonly type: MoneyRecord["type"];
  readonly status: MoneyRecord["status"];
}

/** Writes a live event of a changed recharge or withdrawal, sent after the commit. */
export async function publishMoney(
  tx: Queries,
  playerId: bigint,
  { id, type, status }: ChangedOrder,
): Promise<void> {
  const payload = { orderNo: moneyOrderNo(type, id), type, status };
  await tx.query(TELL, [playerId, "money", JSON.stringify(payload)]);
}
