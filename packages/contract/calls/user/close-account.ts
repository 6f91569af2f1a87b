import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { presentedTransPassword } from "../../typed-fields.ts";

export const closeAccount = defineCall({
  method: "POST",
  path: "/api/user/closeAccount",
  summary:
    "Closes the account for good: every session ends, contacts are erased. What can be withdrawn must have been paid out, " +
    "and no bet may be running.",
  auth: "player",
  rate: "entry",
  body: z.strictObject({ trans_password: presentedTransPassword }),
  data: z.null(),
  refusals: ["TRANS_PASSWORD_WRONG", "TRANS_PASSWORD_LOCKED", "BALANCE_LEFT", "BETS_RUNNING"],
});
