import type { Queries } from "../db/database.ts";
import * as sql from "./identity.sql.ts";

/** An excluded player of whom another may be a second account. */
export interface Doubt {
  readonly id: bigint;
  readonly username: string;
  readonly status: "active" | "locked" | "closed";
}

/** Of whom a player may be another account, until the desk has decided. */
export async function doubtsOf(db: Queries, playerId: bigint): Promise<readonly Doubt[]> {
  return await db.query<Doubt & Record<string, unknown>>(sql.DOUBTS, [playerId]);
}

/** Keeps that a player may be another account of an excluded one; what was decided before stays decided. */
export async function addDoubt(tx: Queries, playerId: bigint, excludedId: bigint): Promise<void> {
  await tx.query(sql.ADD_DOUBT, [playerId, excludedId]);
}

/** The desk has seen that a player is nobody else. False if nobody doubted it. */
export async function clearDoubts(tx: Queries, playerId: bigint, operatorId: bigint): Promise<boolean> {
  return (await tx.query(sql.CLEAR_DOUBTS, [playerId, operatorId])).length > 0;
}
