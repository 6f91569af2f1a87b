import type { Queries } from "../db/database.ts";
import * as sql from "./ledger.sql.ts";

/** Whether money is frozen, by a breach of the books or manually. */
export async function isStopped(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ stopped: boolean }>(sql.IS_STOPPED);
  return row?.stopped === true;
}

/** Why money is frozen and since when (epoch milliseconds); null if it is not. */
export async function moneyFreeze(db: Queries): Promise<{ reason: string; since: number } | null> {
  const [row] = await db.query<{ reason: string; since: bigint }>(sql.READ_STOP);
  return row === undefined ? null : { reason: row.reason, since: Number(row.since) };
}

/** Freezes bets, payouts and money orders. True if they were not frozen before. */
export async function stopMoney(db: Queries, reason: string): Promise<boolean> {
  return (await db.query(sql.STOP, [reason])).length > 0;
}

/** Ends the freeze; returns its reason, or null if there was none. */
export async function resumeMoney(db: Queries): Promise<{ reason: string; since: number } | null> {
  const [row] = await db.query<{ reason: string; since: bigint }>(sql.RESUME);
  return row === undefined ? null : { reason: row.reason, since: Number(row.since) };
}
