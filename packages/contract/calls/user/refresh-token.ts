import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { session } from "../../session-tokens.ts";

export const refreshToken = defineCall({
  method: "POST",
  path: "/api/user/refreshToken",
  summary:
    "Trades a jwt for the next pair. A used jwt ends its whole family, with 10 s of grace for two tabs.",
  auth: "public",
  rate: "read",
  body: z.strictObject({ jwt: z.string().check(z.minLength(1), z.maxLength(2048)) }),
  data: session,
  refusals: [],
});
