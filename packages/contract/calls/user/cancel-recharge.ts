import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { orderNo } from "../../typed-fields.ts";
import { moneyRecord } from "../../records.ts";

export const cancelRecharge = defineCall({
  method: "POST",
  path: "/api/user/cancelRecharge",
  summary: "Gives up an own recharge that waits and was not paid.",
  auth: "player",
  rate: "money",
  idempotent: true,
  body: z.strictObject({ order_no: orderNo }),
  data: moneyRecord,
  refusals: [
    "MONEY_ORDER_UNKNOWN",
    "MONEY_ORDER_FINISHED",
    "RECHARGE_PAID",
    "IDEMPOTENCY_CONFLICT",
    "REQUEST_GIVEN_UP",
  ],
});
