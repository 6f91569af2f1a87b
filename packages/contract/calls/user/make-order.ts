import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { addressId, amount } from "../../fields.ts";
import { presentedTransPassword } from "../../typed-fields.ts";
import { moneyRecord } from "../../records.ts";

export const makeOrder = defineCall({
  method: "POST",
  path: "/api/user/makeOrder",
  summary:
    "Asks for a recharge or a withdrawal. The demo channel passes at once; everything else stays pending until " +
    "the money has come or the desk has decided. What a withdrawal asks for is held from then on.",
  auth: "player",
  rate: "money",
  idempotent: true,
  body: z.discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("recharge"),
      amount,
      channel_id: z.string().check(z.minLength(1), z.maxLength(40)),
    }),
    z.strictObject({
      type: z.literal("withdrawal"),
      amount,
      addr_id: addressId,
      trans_password: presentedTransPassword,
    }),
  ]),
  data: moneyRecord,
  refusals: [
    "ACCOUNT_LOCKED",
    "AMOUNT_BELOW_MIN",
    "AMOUNT_ABOVE_MAX",
    "AMOUNT_NOT_WHOLE",
    "CHANNEL_UNKNOWN",
    "CHANNEL_CLOSED",
    "IDEMPOTENCY_CONFLICT",
    "REQUEST_GIVEN_UP",
    "MONEY_STOPPED",
    "TOO_MANY_PENDING",
    "CHANNEL_BUSY",
    "PLAYER_EXCLUDED",
    "OWN_LIMIT_REACHED",
    "DEPOSIT_LIMITS_NEEDED",
    "REGISTER_UNAVAILABLE",
    "REGISTER_LIMIT_REACHED",
    "PERSON_NEEDED",
    "NOT_ENOUGH_MONEY",
    "TRANS_PASSWORD_WRONG",
    "TRANS_PASSWORD_LOCKED",
    "ADDRESS_UNKNOWN",
    "WITHDRAWAL_HELD",
    "WITHDRAWAL_PENDING",
    "TURNOVER_LEFT",
    "IDENTITY_NEEDED",
  ],
});
