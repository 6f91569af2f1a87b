import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { time } from "../../fields.ts";

export const sessions = defineCall({
  method: "GET",
  path: "/api/user/sessions",
  summary: "Where the player is logged in: this session first, then the one seen last.",
  auth: "player",
  rate: "read",
  data: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        /** Names as "Chrome" and "Android", from the user agent; empty if unknown. */
        browser: z.string(),
        system: z.string(),
        /** IP address at login. */
        address: z.string(),
        createdAt: time,
        /** Time of its last token renewal: at most half an hour before its last use. */
        lastSeen: time,
        current: z.boolean(),
        /** How it began. Servers before 2.2 do not say. */
        signedInBy: z.optional(z.enum(["password", "passkey"])),
      }),
    ),
  }),
  refusals: [],
});
