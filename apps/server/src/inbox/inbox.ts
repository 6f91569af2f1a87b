import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import type { Deps } from "../deps.ts";
import type { PlayerCalls } from "../http/handler.ts";
import { openAnnouncements, type Announcements } from "./announcements.ts";
import { runningNoticesCall } from "./calls/running-notices.ts";
import { updateReadCountCall } from "./calls/update-read-count.ts";
import { userMailCall } from "./calls/user-mail.ts";
import { recentWinsCall } from "./calls/recent-wins.ts";
import { openWording, type Wording } from "./wording.ts";
import type { InboxDeps } from "./inbox-deps.ts";

export type { Announcement, Announcements, Audience, DoneBy, NewAnnouncement } from "./announcements.ts";
export { publishBigWins, type BigWin, type ShownWin } from "./big-wins.ts";
export { reasonText } from "./reason-text.ts";
export { sendMessage, sendMessages, type NewMessage } from "./send.ts";
export type { Template, TemplateValues } from "./templates.ts";
export { unreadMessages, type Unread } from "./unread.ts";
export type { Wording } from "./wording.ts";

/** Options of the inbox. */
export interface InboxOptions {
  readonly translate: Translate;
  readonly nameOf: (game: string, locale: Locale) => string;
  readonly notify: () => void;
  readonly settings: {
    readonly currencySymbol: string;
    readonly houseTimeZone: string;
    readonly fallbackLocale: Locale;
  };
}

/** Public API of the inbox. Messages are sent with `sendMessage`, which needs only a transaction. */
export interface Inbox extends Announcements {
  readonly calls: PlayerCalls<"userMail" | "updateReadCount" | "runningNotices" | "recentWins">;
  /** The text of stored messages, in a reader's language. */
  readonly wording: Wording;
}

/** Opens the inbox. */
export function openInbox(deps: Pick<Deps, "db" | "clock">, options: InboxOptions): Inbox {
  const { translate, nameOf, notify, settings } = options;
  const wording = openWording({
    translate,
    nameOf,
    currencySymbol: settings.currencySymbol,
    timeZone: settings.houseTimeZone,
    fallbackLocale: settings.fallbackLocale,
  });
  const moduleDeps: InboxDeps = { db: deps.db, wording, nameOf, notify, now: () => deps.clock.now() };
  const notices = runningNoticesCall(moduleDeps);
  const announcements = openAnnouncements(deps.db, () => {
    notices.forget();
    notify();
  });
  return {
    ...announcements,
    wording,
    calls: {
      userMail: userMailCall(moduleDeps),
      updateReadCount: updateReadCountCall(moduleDeps),
      runningNotices: notices.call,
      recentWins: recentWinsCall(moduleDeps),
    },
  };
}
