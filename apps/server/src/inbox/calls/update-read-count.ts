import { CALLS, type MailTab } from "@lotus/contract";
import type { Queries } from "../../db/database.ts";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import type { InboxDeps } from "../inbox-deps.ts";
import * as sql from "../inbox.sql.ts";
import { unreadOf } from "../unread.ts";

/** Marks messages as read and notifies the player's other windows. */
export function updateReadCountCall({
  db,
  wording,
  notify,
}: InboxDeps): BoundCall<typeof CALLS.updateReadCount> {
  return bind(CALLS.updateReadCount, async ({ body }, { caller, locale }) => {
    const { playerId } = caller;
    const { changed, unread } = await db.transaction(async (tx) => {
      const changes =
        body.type === undefined
          ? await readSome(tx, playerId, body.ids ?? [])
          : await readTab(tx, playerId, body.type);
      if (changes) await tx.query(sql.TELL, [[playerId], 0]);
      return { changed: changes, unread: await unreadOf(tx, playerId, wording.localeOf(locale)) };
    });
    if (changed) notify();
    return accept({ unreadMsg: unread.notice + unread.message, unread });
  });
}

async function readSome(tx: Queries, playerId: bigint, ids: readonly string[]): Promise<boolean> {
  const messages = await tx.query(sql.READ_MESSAGES, [playerId, ids]);
  const announcements = await tx.query(sql.READ_ANNOUNCEMENTS, [playerId, ids]);
  return messages.length + announcements.length > 0;
}

async function readTab(tx: Queries, playerId: bigint, tab: MailTab): Promise<boolean> {
  const messages = tab === "message" ? await tx.query(sql.READ_ALL_MESSAGES, [playerId]) : [];
  const marked = await tx.query(sql.MARK_ALL, [playerId, tab]);
  if (marked.length > 0) await tx.query(sql.FORGET_MARKED, [playerId, tab]);
  return messages.length + marked.length > 0;
}
