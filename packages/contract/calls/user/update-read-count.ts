import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { mailTab } from "./user-mail.ts";

export const updateReadCount = defineCall({
  method: "POST",
  path: "/api/user/updateReadCount",
  summary:
    "Marks messages as read: those named, or a whole tab. Ids that are not the player's own change nothing.",
  auth: "player",
  rate: "read",
  body: z
    .strictObject({
      ids: z.optional(
        z.array(z.string().check(z.regex(/^\d{1,18}$/u))).check(z.minLength(1), z.maxLength(100)),
      ),
      type: z.optional(mailTab),
    })
    .check(z.refine(({ ids, type }) => (ids === undefined) !== (type === undefined))),
  data: z.object({
    unreadMsg: z.number(),
    unread: z.object({ notice: z.number(), message: z.number() }),
  }),
  refusals: [],
});
