import * as z from "zod/mini";
import { defineCall } from "../../call.ts";

export const notice = defineCall({
  method: "POST",
  path: "/api/notice/:channelId",
  summary:
    "Told by a bank's or a chain's watcher: money came. Header X-Notice-Timestamp holds epoch milliseconds, at most " +
    "five minutes off; X-Notice-Signature holds HMAC-SHA256 in hex, by the channel's secret, over the timestamp, a " +
    "dot and the bytes of the body. The same notice may be sent again and again: it counts once. Only code 0 says " +
    "that it was kept. Money is credited when exactly what an order asks for has come (`passed`); else the desk " +
    "looks at it (`review`, `unmatched`).",
  auth: "public",
  rate: "read",
  signed: true,
  params: z.object({ channelId: z.string().check(z.minLength(1), z.maxLength(40)) }),
  body: z.strictObject({
    /** The sender's id of this payment, the same in every notice of it: usually a transaction id. */
    notice_id: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
    /** Amount received, in `currency`, without grouping. */
    amount: z.string().check(z.regex(/^(?=.*[1-9])\d{1,15}(\.\d{1,8})?$/)),
    currency: z.string().check(z.regex(/^[A-Z]{3,6}$/)),
    /** Text of a bank transfer, with what its payer wrote. Absent for blockchains without one. */
    reference: z.optional(z.string().check(z.maxLength(500))),
  }),
  data: z.object({
    result: z.enum(["passed", "review", "unmatched"]),
    orderNo: z.nullable(z.string()),
  }),
  refusals: ["CHANNEL_UNKNOWN", "NOTICE_REFUSED", "NOTICE_CONFLICT", "MONEY_STOPPED"],
});
