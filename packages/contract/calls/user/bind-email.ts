import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { email, presentedTransPassword } from "../../typed-fields.ts";

export const bindEmail = defineCall({
  method: "POST",
  path: "/api/user/bindEmail",
  summary:
    "Sends a link to an e-mail address, which is bound once the link is opened. Needs the withdrawal password; once another address was changed for it, withdrawals are held for 24 hours.",
  auth: "player",
  rate: "entry",
  body: z.strictObject({ email, trans_password: z.optional(presentedTransPassword) }),
  /** Masked; not bound yet. */
  data: z.object({ email: z.string() }),
  refusals: [
    "EMAIL_TAKEN",
    "CONTACT_UNCHANGED",
    "TRANS_PASSWORD_REQUIRED",
    "TRANS_PASSWORD_WRONG",
    "TRANS_PASSWORD_LOCKED",
    "TOO_MANY_ATTEMPTS",
  ],
});
