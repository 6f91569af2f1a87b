import { CALLS, type AnnouncementTexts } from "@lotus/contract";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { pageOf } from "../../ledger/ledger.ts";
import type { InboxDeps } from "../inbox-deps.ts";
import * as sql from "../inbox.sql.ts";
import { unreadOf } from "../unread.ts";

interface MailRow {
  readonly id: bigint;
  readonly template: string | null;
  readonly detail: Readonly<Record<string, string>> | null;
  readonly texts: AnnouncementTexts | null;
  readonly created: bigint;
  readonly read: boolean;
}

/** Returns one tab of the message centre. */
export function userMailCall({ db, wording }: InboxDeps): BoundCall<typeof CALLS.userMail> {
  return bind(CALLS.userMail, async ({ body }, { caller, locale: tag }) => {
    const locale = wording.localeOf(tag);
    const { playerId } = caller;
    const statement = body.type === "notice" ? sql.NOTICES : sql.MESSAGES;
    const [page, unread] = await Promise.all([
      pageOf<MailRow>(body, ({ before, limit }) => db.query(statement, [playerId, locale, before, limit])),
      unreadOf(db, playerId, locale),
    ]);
    const list = page.rows.map(({ id, template, detail, texts, created, read }) => ({
      id: String(id),
      type: body.type,
      ...(template === null
        ? wording.ofTexts(texts ?? {}, locale)
        : wording.ofTemplate(template, detail ?? {}, locale)),
      time: Number(created),
      read,
    }));
    return accept({
      list,
      nextCursor: page.nextCursor,
      unreadMsg: unread.notice + unread.message,
      unread,
    });
  });
}
