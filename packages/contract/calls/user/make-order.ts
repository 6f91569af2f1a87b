import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { amount } from "../../fields.ts";
import { moneyRecord } from "../../records.ts";

export const makeOrder = defineCall({
  method: "POST",
  path: "/api/user/makeOrder",
  summary:
    "Asks for a recharge. The demo channel passes at once; others stay pending until the money has come.",
  auth: "player",
  rate: "money",
  idempotent: true,
  body: z.strictObject({
    type: z.literal("recharge"),
    amount,
    channel_id: z.string().check(z.minLength(1), z.maxLength(40)),
  }),
  data: z.extend(moneyRecord, {
    payment: z.optional(
      z.object({
        kind: z.string(),
        payee: z.optional(z.string()),
        account: z.optional(z.string()),
        bank: z.optional(z.string()),
        reference: z.string(),
        qr: z.optional(z.string()),
        expiresAt: z.number(),
      }),
    ),
  }),
  refusals: [
    "AMOUNT_BELOW_MIN",
    "AMOUNT_ABOVE_MAX",
    "AMOUNT_NOT_WHOLE",
    "CHANNEL_UNKNOWN",
    "CHANNEL_CLOSED",
    "IDEMPOTENCY_CONFLICT",
    "MONEY_STOPPED",
  ],
});
