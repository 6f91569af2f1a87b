import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { orderNo } from "../../typed-fields.ts";
import { moneyRecord } from "../../records.ts";

export const confirmPaid = defineCall({
  method: "POST",
  path: "/api/user/confirmPaid",
  summary:
    "Says that an own recharge was paid: it then waits longer for its money and can no longer be given up. Said " +
    "again it changes nothing.",
  auth: "player",
  rate: "money",
  idempotent: true,
  body: z.strictObject({ order_no: orderNo }),
  data: moneyRecord,
  refusals: ["MONEY_ORDER_UNKNOWN", "MONEY_ORDER_FINISHED", "IDEMPOTENCY_CONFLICT", "REQUEST_GIVEN_UP"],
});
