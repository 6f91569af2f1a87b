import type { Queries } from "../db/database.ts";
import { asksForMoney } from "./asks-for-money.ts";
import * as sql from "./harm.sql.ts";

/** Notes, in the transaction that writes a player's line to customer service, that it asks for money. The words are not kept. */
export async function noteLine(tx: Queries, playerId: bigint, text: string): Promise<void> {
  if (asksForMoney(text)) await tx.query(sql.NOTE_ASKED, [playerId]);
}
