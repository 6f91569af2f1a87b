import * as z from "zod/mini";
import { defineCall } from "../../call.ts";

export const endSession = defineCall({
  method: "POST",
  path: "/api/user/sessions",
  summary: "Ends one session of the player, or with `others` every one but this.",
  auth: "player",
  rate: "read",
  body: z.strictObject({
    session_id: z.union([z.literal("others"), z.string().check(z.regex(/^[0-9a-f-]{36}$/))]),
  }),
  /** Number of sessions ended. */
  data: z.object({ ended: z.number() }),
  refusals: ["SESSION_UNKNOWN"],
});
