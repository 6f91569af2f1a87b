import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money } from "../../fields.ts";
import { orderNo } from "../../typed-fields.ts";

export const cancel = defineCall({
  method: "POST",
  path: "/api/lottery/cancel/:orderNo",
  summary: "Cancels an own bet while its period is open; the stake comes back.",
  auth: "player",
  rate: "bets",
  idempotent: true,
  params: z.object({ orderNo }),
  data: z.object({ orderNo: z.string(), refund: money, balance: money }),
  refusals: [
    "ORDER_UNKNOWN",
    "ORDER_NOT_CANCELLABLE",
    "PERIOD_CLOSED",
    "IDEMPOTENCY_CONFLICT",
    "REQUEST_GIVEN_UP",
    "MONEY_STOPPED",
  ],
});
