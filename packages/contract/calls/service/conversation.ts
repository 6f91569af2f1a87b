import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { page, time } from "../../fields.ts";

/** Longest text of one line, in characters. */
export const SERVICE_TEXT_MAX = 2000;

/** Id of a line or a picture. */
export const serviceId = z.string().check(z.regex(/^\d{1,18}$/u, { error: "validation.invalid" }));

/** One line of the conversation: a text, a picture, or both. Texts are plain. */
export const serviceLine = z.object({
  id: z.string(),
  from: z.enum(["player", "desk"]),
  text: z.nullable(z.string()),
  /** Its bytes are at GET /api/service/pictures/:id, with the token. Width and height in pixels. */
  picture: z.nullable(z.object({ id: z.string(), width: z.number(), height: z.number() })),
  time,
});
export type ServiceLine = z.output<typeof serviceLine>;

export const serviceConversation = defineCall({
  method: "GET",
  path: "/api/service/conversation",
  summary:
    "The player's conversation with the desk, newest line first. With `after`, the lines after that one.",
  auth: "player",
  rate: "read",
  query: z.strictObject({ after: z.optional(serviceId), ...page }),
  data: z.object({
    list: z.array(serviceLine),
    nextCursor: z.nullable(z.string()),
    /** `none`: there are no messages. */
    status: z.enum(["none", "open", "closed"]),
    /** Number of the desk's lines that the player has not read. */
    unread: z.number(),
    /** Last of the player's lines that the desk has read; "0" if none. */
    readByDesk: z.string(),
    /** Minutes within which half of the questions of the last two weeks were answered; absent while they are few. */
    usualWaitMinutes: z.optional(z.number()),
  }),
  refusals: [],
});
