import type { Queries } from "../db/database.ts";
import * as sql from "./ledger.sql.ts";

/** Whether money is stopped, by a breach of the books or by hand. */
export async function isStopped(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ stopped: boolean }>(sql.IS_STOPPED);
  return row?.stopped === true;
}

/** Why money stands and since when (epoch milliseconds); null while it runs. */
export async function moneyFreeze(db: Queries): Promise<{ reason: string; since: number } | null> {
  const [row] = await db.query<{ reason: string; since: bigint }>(sql.READ_STOP);
  return row === undefined ? null : { reason: row.reason, since: Number(row.since) };
}

/** Stops bets, payouts and orders of money. True when they ran until now. */
export async function stopMoney(db: Queries, reason: string): Promise<boolean> {
  return (await db.query(sql.STOP, [reason])).length > 0;
}

/** Lets money move again; answers why it stood, or null when it did not. */
export async function resumeMoney(db: Queries): Promise<{ reason: string; since: number } | null> {
  const [row] = await db.query<{ reason: string; since: bigint }>(sql.RESUME);
  return row === undefined ? null : { reason: row.reason, since: Number(row.since) };
}
