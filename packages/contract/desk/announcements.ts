import * as z from "zod/mini";
import { announcementTexts } from "../announcement.ts";
import { amount, time } from "../fields.ts";
import {
  ACTION_REFUSALS,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  listQuery,
  reason,
  recordId,
  SHIELD_REFUSALS,
} from "./desk-call.ts";
import { personRef } from "./records.ts";

const params = z.strictObject({ id: recordId });

export const noticeRow = z.object({
  id: z.string(),
  /** Texts by language. */
  texts: announcementTexts,
  time,
  operator: z.nullable(personRef),
  /** `over`: its end has passed. */
  state: z.enum(["shown", "over", "withdrawn"]),
  shownUntil: z.nullable(time),
  withdrawnAt: z.nullable(time),
  withdrawnBy: z.nullable(personRef),
});
export type NoticeRow = z.output<typeof noticeRow>;

/** End of a notice, epoch milliseconds; null for no end. */
const until = z.nullable(z.int().check(z.minimum(0), z.maximum(8.64e15)));

export const notices = defineDeskCall({
  method: "GET",
  path: "/desk/api/notices",
  summary: "Notices to everybody, or to the readers of the languages they are written in.",
  auth: "operator",
  action: "notice.read",
  rate: "read",
  query: z.strictObject({ ...listQuery }),
  data: listOf(noticeRow),
  refusals: ACTION_REFUSALS,
});

export const publishNotice = defineDeskCall({
  method: "POST",
  path: "/desk/api/notices",
  summary: "Publishes a notice. Readers of a language it is not written in do not see it.",
  auth: "operator",
  action: "notice.publish",
  rate: "money",
  idempotent: true,
  body: z.strictObject({ texts: announcementTexts, until: z.optional(until) }),
  data: noticeRow,
  refusals: [...ACTION_REFUSALS, "IDEMPOTENCY_CONFLICT", "NOTICE_TIME_REFUSED"],
});

export const scheduleNotice = defineDeskCall({
  method: "POST",
  path: "/desk/api/notices/:id/until",
  summary: "Sets until when a notice is shown; null for good.",
  auth: "operator",
  action: "notice.schedule",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ until }),
  data: noticeRow,
  refusals: [...CHANGE_REFUSALS, "NOTICE_TIME_REFUSED"],
});

export const withdrawNotice = defineDeskCall({
  method: "POST",
  path: "/desk/api/notices/:id/withdraw",
  summary: "Takes a notice back: nobody sees it any more.",
  auth: "operator",
  action: "notice.withdraw",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: noticeRow,
  refusals: CHANGE_REFUSALS,
});

/** Audience of a message; an absent field does not restrict it. Closed accounts get no messages. */
const audience = {
  status: z.optional(z.enum(["active", "locked"])),
  registered_from: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))),
  registered_before: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))),
  balance_from: z.optional(amount),
  balance_to: z.optional(amount),
};

export const countAudience = defineDeskCall({
  method: "GET",
  path: "/desk/api/messages/audience",
  summary: "How many players a message to these would reach now.",
  auth: "operator",
  action: "message.send",
  rate: "read",
  query: z.strictObject(audience),
  data: z.object({ players: z.number() }),
  refusals: ACTION_REFUSALS,
});

export const sendMessages = defineDeskCall({
  method: "POST",
  path: "/desk/api/messages",
  summary: "Sends a site message to one player, or to all who fit now. Nothing reaches players on a break.",
  auth: "operator",
  action: "message.send",
  rate: "money",
  idempotent: true,
  body: z.strictObject({
    to: z.union([z.strictObject({ player_id: recordId }), z.strictObject(audience)]),
    texts: announcementTexts,
  }),
  data: z.object({ sent: z.number() }),
  refusals: [...CHANGE_REFUSALS, "PLAYER_STATE_REFUSES", ...SHIELD_REFUSALS],
});
