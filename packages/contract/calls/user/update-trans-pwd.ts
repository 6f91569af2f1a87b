import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { presentedTransPassword, typed } from "../../typed-fields.ts";
import { newTransPassword } from "../../new-password-fields.ts";

export const updateTransPwd = defineCall({
  method: "POST",
  path: "/api/user/updateTransPwd",
  summary: "Changes the withdrawal password. Five wrong tries lock withdrawals for 24 hours.",
  auth: "player",
  rate: "entry",
  body: z
    .strictObject({
      old_pwd: presentedTransPassword,
      password: newTransPassword,
      password_confirmation: typed(),
    })
    .check(
      z.refine((body) => body.password === body.password_confirmation, {
        error: "validation.transPasswordsDiffer",
        path: ["password_confirmation"],
      }),
    ),
  data: z.null(),
  refusals: ["TRANS_PASSWORD_WRONG", "TRANS_PASSWORD_LOCKED", "TOO_MANY_ATTEMPTS"],
});
