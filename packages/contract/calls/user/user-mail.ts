import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { page, time } from "../../fields.ts";

/** The two tabs of the message centre: notices to everybody, and messages to the player. */
export const mailTab = z.enum(["notice", "message"]);
export type MailTab = z.output<typeof mailTab>;

/** A notice or a message, in the language of the request. Title and body are plain text. */
export const mail = z.object({
  id: z.string(),
  type: mailTab,
  title: z.string(),
  body: z.string(),
  time,
  read: z.boolean(),
});
export type Mail = z.output<typeof mail>;

export const userMail = defineCall({
  method: "POST",
  path: "/api/user/userMail",
  summary: "One tab of the message centre, newest first, and how much is unread in each.",
  auth: "player",
  rate: "read",
  body: z.strictObject({ type: mailTab, cursor: page.cursor, page_size: page.page_size }),
  data: z.object({
    list: z.array(mail),
    nextCursor: z.nullable(z.string()),
    /** Unread in both tabs together. */
    unreadMsg: z.number(),
    unread: z.object({ notice: z.number(), message: z.number() }),
  }),
  refusals: [],
});
