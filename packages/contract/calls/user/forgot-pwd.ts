import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { email, username } from "../../typed-fields.ts";

export const forgotPwd = defineCall({
  method: "POST",
  path: "/api/user/forgotPwd",
  summary:
    "Sends a code to the e-mail address that is bound to the account. The reply is the same whether there is such an account or not, and so it is when no more mails are sent for now.",
  auth: "public",
  rate: "entry",
  body: z.strictObject({ username, email }),
  data: z.null(),
  refusals: ["TOO_MANY_ATTEMPTS"],
});
