import * as z from "zod/mini";
import { birthDate } from "../../birth-date.ts";
import { defineCall } from "../../call.ts";
import { inviteCode, username } from "../../typed-fields.ts";
import { newPassword, newTransPassword } from "../../new-password-fields.ts";
import { session } from "../../session-tokens.ts";

export const register = defineCall({
  method: "POST",
  path: "/api/user/register",
  summary: "Makes an account and logs its player in.",
  auth: "public",
  rate: "entry",
  body: z
    .strictObject({
      invite_code: z.optional(inviteCode),
      username,
      password: newPassword,
      password_confirmation: z
        .string()
        .check(z.refine<string>((value) => value !== "", { error: "validation.passwordConfirmationBlank" })),
      register_device: z.literal(1),
      trans_password: newTransPassword,
      birth_date: z.optional(birthDate),
    })
    .check(
      z.refine((body) => body.password === body.password_confirmation, {
        error: "validation.passwordsDiffer",
        path: ["password_confirmation"],
      }),
    ),
  data: session,
  refusals: [
    "USERNAME_TAKEN",
    "INVITE_CODE_UNKNOWN",
    "INVITE_CODE_REQUIRED",
    "PASSWORD_IS_USERNAME",
    "PASSWORD_TOO_COMMON",
    "REGISTRATIONS_LIMITED",
    "TOO_MANY_ATTEMPTS",
    "BIRTH_DATE_REQUIRED",
    "UNDER_AGE",
  ],
});
