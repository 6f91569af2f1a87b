import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money } from "../../fields.ts";

export const getUserInfo = defineCall({
  method: "POST",
  path: "/api/user/getUserInfo",
  summary: "The player's own profile; phone and e-mail are masked.",
  auth: "player",
  rate: "read",
  data: z.object({
    id: z.string(),
    balance: money,
    /** Money of the player that is held and not in `balance`, by what holds it; kinds may be added. */
    holds: z.optional(z.array(z.object({ kind: z.string(), amount: money }))),
    username: z.string(),
    phone: z.string(),
    email: z.string(),
    /** E-mail address not yet confirmed, masked; absent if there is none. */
    pendingEmail: z.optional(z.string()),
    lastLoginIp: z.string(),
    lastLoginTime: z.number(),
    unreadMsg: z.number(),
    securityLevel: z.enum(["low", "medium", "high"]),
    inviteCode: z.string(),
    hasTransPwd: z.boolean(),
    locked: z.boolean(),
    currency: z.string(),
  }),
  refusals: [],
});
