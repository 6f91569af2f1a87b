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
        /** Names as "Chrome" and "Android", by what the client says of itself; empty when unknown. */
        browser: z.string(),
        system: z.string(),
        /** Address it was opened from. */
        address: z.string(),
        createdAt: time,
        /** When it last renewed its tokens: at most half an hour before it was last used. */
        lastSeen: time,
        current: z.boolean(),
      }),
    ),
  }),
  refusals: [],
});
