import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { resetCode, username } from "../../typed-fields.ts";
import { newPassword } from "../../new-password-fields.ts";

export const resetPwd = defineCall({
  method: "POST",
  path: "/api/user/resetPwd",
  summary:
    "Sets a new login password with the code of the mail (good for ten minutes). Every session ends, and withdrawals are held for 24 hours.",
  auth: "public",
  rate: "entry",
  body: z
    .strictObject({ username, code: resetCode, password: newPassword, password_confirmation: z.string() })
    .check(
      z.refine((body) => body.password === body.password_confirmation, {
        error: "validation.newPasswordsDiffer",
        path: ["password_confirmation"],
      }),
    ),
  data: z.null(),
  refusals: ["RESET_CODE_WRONG", "PASSWORD_IS_USERNAME", "PASSWORD_TOO_COMMON", "TOO_MANY_ATTEMPTS"],
});
