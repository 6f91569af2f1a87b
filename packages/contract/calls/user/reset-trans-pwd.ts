import * as z from "zod/mini";
import { typed } from "../../typed-fields.ts";
import { defineCall } from "../../call.ts";
import { newTransPassword } from "../../new-password-fields.ts";
import { assertion } from "../../passkey-fields.ts";

export const resetTransPwd = defineCall({
  method: "POST",
  path: "/api/user/resetTransPwd",
  summary:
    "Sets a new withdrawal password by a passkey, for who has forgotten the old one. Withdrawals are held for 24 hours.",
  auth: "player",
  rate: "entry",
  body: z.strictObject({ assertion, password: newTransPassword, password_confirmation: typed() }).check(
    z.refine((body) => body.password === body.password_confirmation, {
      error: "validation.transPasswordsDiffer",
      path: ["password_confirmation"],
    }),
  ),
  data: z.null(),
  refusals: ["PASSKEY_REFUSED", "PASSKEY_EXPIRED", "PASSKEY_TOO_NEW", "PASSKEYS_OFF", "TOO_MANY_ATTEMPTS"],
});
