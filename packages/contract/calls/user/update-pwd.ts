import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { presentedPassword } from "../../fields.ts";
import { newPassword } from "../../new-password-fields.ts";

export const updatePwd = defineCall({
  method: "POST",
  path: "/api/user/updatePwd",
  summary: "Changes the login password and ends every session of the player.",
  auth: "player",
  rate: "entry",
  body: z
    .strictObject({ old_pwd: presentedPassword, password: newPassword, password_confirmation: z.string() })
    .check(
      z.refine((body) => body.password === body.password_confirmation, {
        error: "validation.newPasswordsDiffer",
        path: ["password_confirmation"],
      }),
    ),
  data: z.null(),
  refusals: ["OLD_PASSWORD_WRONG", "PASSWORD_IS_USERNAME", "PASSWORD_TOO_COMMON", "TOO_MANY_ATTEMPTS"],
});
