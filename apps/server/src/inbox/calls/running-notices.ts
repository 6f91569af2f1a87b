import { CALLS, type AnnouncementTexts } from "@lotus/contract";
import { BriefReplies } from "../../http/brief-replies.ts";
import { acceptRaw, bind, type BoundCall } from "../../http/handler.ts";
import { PUBLIC_NOTICES } from "../announcements.sql.ts";
import type { InboxDeps } from "../inbox-deps.ts";

/** Number of notices in the ticker of the home page. */
const SHOWN = 5;
const FRESH_MS = 5_000;

/** Returns the newest notices; public. Call `forget` after a notice was written. */
export function runningNoticesCall({ db, wording, now }: InboxDeps): {
  call: BoundCall<typeof CALLS.runningNotices>;
  forget(): void;
} {
  const replies = new BriefReplies({
    now,
    freshMs: FRESH_MS,
    read: async (tag) => {
      const locale = wording.localeOf(tag);
      const rows = await db.query<{ id: bigint; texts: AnnouncementTexts; created: bigint }>(PUBLIC_NOTICES, [
        locale,
        SHOWN,
      ]);
      return rows.map(({ id, texts, created }) => ({
        id: String(id),
        ...wording.ofTexts(texts, locale),
        time: Number(created),
      }));
    },
  });
  return {
    call: bind(CALLS.runningNotices, async (_request, { locale }) =>
      acceptRaw(await replies.of(wording.localeOf(locale))),
    ),
    forget: () => replies.forget(),
  };
}
