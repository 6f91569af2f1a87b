import type { PlayerState } from "@lotus/contract/desk";
import type { Queries } from "../db/database.ts";
import * as sql from "./withdrawal-hold.sql.ts";

/**
 * Until when the player may not withdraw (epoch milliseconds), or null when there is no hold. Read it inside the
 * transaction that takes the withdrawal: it locks the player's row against concurrent changes.
 */
export async function withdrawalHeldUntil(tx: Queries, playerId: bigint): Promise<number | null> {
  const [row] = await tx.query<{ until_ms: bigint | null }>(sql.READ_HOLD, [playerId]);
  if (row === undefined) throw new Error(`there is no player ${playerId}`);
  return row.until_ms === null ? null : Number(row.until_ms);
}

/**
 * The player's status, locked until the transaction ends. Read it under the lock of the player's money before anything
 * moves: a request may have passed its session check just before the account was locked.
 */
export async function playerStatus(tx: Queries, playerId: bigint): Promise<PlayerState> {
  const [row] = await tx.query<{ status: PlayerState }>(sql.READ_STATUS, [playerId]);
  if (row === undefined) throw new Error(`there is no player ${playerId}`);
  return row.status;
}

/** Holds withdrawals for 24 hours from now; to be called with every change of what protects the money. */
export async function holdWithdrawals(tx: Queries, playerId: bigint): Promise<void> {
  await tx.query(sql.HOLD, [playerId]);
}

/** Whether only the desk may change the player's withdrawal addresses. Locks the player's row as the hold does. */
export async function addressesLocked(tx: Queries, playerId: bigint): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(sql.READ_ADDRESS_LOCK, [playerId]);
  if (row === undefined) throw new Error(`there is no player ${playerId}`);
  return row.locked;
}

/** Locks the player's withdrawal addresses, as every approved withdrawal does. */
export async function lockAddresses(tx: Queries, playerId: bigint): Promise<void> {
  await tx.query(sql.SET_ADDRESS_LOCK, [playerId, true]);
}

/** Unlocks the addresses, at the desk only. Returns false when they were not locked. */
export async function unlockAddresses(tx: Queries, playerId: bigint): Promise<boolean> {
  return (await tx.query(sql.SET_ADDRESS_LOCK, [playerId, false])).length > 0;
}
