import type { Queries } from "../db/database.ts";
import { breaksOf } from "./play-state.ts";
import * as sql from "./protection.sql.ts";

/** Writes a live event for all windows of the player, sent after the commit. */
export async function publishBreaks(tx: Queries, playerId: bigint): Promise<void> {
  const { blockedUntil } = await breaksOf(tx, playerId);
  await tx.query(sql.TELL, [playerId, JSON.stringify({ until: blockedUntil })]);
}
