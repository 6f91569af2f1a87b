import * as z from "zod/mini";
import { defineCall } from "../../call.ts";

export const confirmEmail = defineCall({
  method: "POST",
  path: "/api/user/confirmEmail",
  summary: "Binds the e-mail address of a link, once the player confirms it. Confirming again says the same.",
  auth: "public",
  rate: "entry",
  body: z.strictObject({
    token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: "codes.EMAIL_LINK_UNKNOWN" })),
  }),
  /** Masked. */
  data: z.object({ email: z.string() }),
  refusals: ["EMAIL_LINK_UNKNOWN", "EMAIL_TAKEN"],
});
