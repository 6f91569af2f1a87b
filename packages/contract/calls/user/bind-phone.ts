import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { phone, presentedTransPassword } from "../../typed-fields.ts";

export const bindPhone = defineCall({
  method: "POST",
  path: "/api/user/bindPhone",
  summary:
    "Binds a phone number, with its country code, or one of the house's country without it. Needs the withdrawal password; changing one holds withdrawals for 24 hours.",
  auth: "player",
  rate: "entry",
  body: z.strictObject({ phone, trans_password: z.optional(presentedTransPassword) }),
  /** Masked. */
  data: z.object({ phone: z.string() }),
  refusals: [
    "PHONE_INVALID",
    "PHONE_TAKEN",
    "CONTACT_UNCHANGED",
    "TRANS_PASSWORD_REQUIRED",
    "TRANS_PASSWORD_WRONG",
    "TRANS_PASSWORD_LOCKED",
    "TOO_MANY_ATTEMPTS",
  ],
});
