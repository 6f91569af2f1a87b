import type { Queries } from "../db/database.ts";
import * as sql from "./identity.sql.ts";

/** A player who is excluded or on a time-out, of whom another may be a second account. */
export interface Doubt {
  readonly id: bigint;
  readonly username: string;
  readonly status: "active" | "locked" | "closed";
}

/** Of whom a player may be another account, until the desk has decided. */
export async function doubtsOf(db: Queries, playerId: bigint): Promise<readonly Doubt[]> {
  return await db.query<Doubt & Record<string, unknown>>(sql.DOUBTS, [playerId]);
}

/** Keeps that a player may be another account of one on a break; what was decided before stays decided. */
export async function addDoubt(tx: Queries, playerId: bigint, excludedId: bigint): Promise<void> {
  await tx.query(sql.ADD_DOUBT, [playerId, excludedId]);
}

/** Whether it is not known if a player may play: they may be somebody who is excluded, or under age. */
export async function isHeld(db: Queries, playerId: bigint): Promise<boolean> {
  const [row] = await db.query<{ held: boolean }>(sql.HELD, [playerId]);
  return row?.held === true;
}

/** Ends what keeps a player from playing, once the desk has checked that they are of age and no excluded person. False if nothing did. */
export async function clearHolds(tx: Queries, playerId: bigint, operatorId: bigint): Promise<boolean> {
  const doubts = await tx.query(sql.CLEAR_DOUBTS, [playerId, operatorId]);
  const ages = await tx.query(sql.CLEAR_UNDER_AGE, [playerId, operatorId]);
  return doubts.length + ages.length > 0;
}

/** Has the other accounts of a player compared, also if this server ends right after the transaction. */
export async function toCompare(tx: Queries, playerId: bigint): Promise<void> {
  await tx.query(sql.TO_COMPARE, [playerId]);
}
