import type { Queries } from "../db/database.ts";
import * as sql from "./inbox.sql.ts";

/** Number of unread items per tab. */
export interface Unread {
  readonly notice: number;
  readonly message: number;
}

/** Unread items of a player among those shown in a language. Counted from the rows, never cached. */
export async function unreadOf(db: Queries, playerId: bigint, locale: string): Promise<Unread> {
  const [row] = await db.query<{ notice: number; message: number }>(sql.UNREAD, [playerId, locale]);
  return { notice: row?.notice ?? 0, message: row?.message ?? 0 };
}

/** Unread items of a player in both tabs together. */
export async function unreadMessages(db: Queries, playerId: bigint, locale: string): Promise<number> {
  const { notice, message } = await unreadOf(db, playerId, locale);
  return notice + message;
}
