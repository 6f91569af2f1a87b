import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { presentedPassword } from "../../fields.ts";
import { typed } from "../../typed-fields.ts";
import { session } from "../../session-tokens.ts";

export const login = defineCall({
  method: "POST",
  path: "/api/user/login",
  summary: "Logs a player in. An unknown username and a wrong password cost the same and say the same.",
  auth: "public",
  rate: "entry",
  body: z.strictObject({
    username: typed(
      z.maxLength(140, { error: "validation.tooLong" }),
      z.refine<string>((value) => value !== "", { error: "validation.usernameBlank" }),
    ),
    password: presentedPassword,
  }),
  data: session,
  refusals: ["WRONG_CREDENTIALS", "TOO_MANY_ATTEMPTS", "ACCOUNT_LOCKED"],
});
