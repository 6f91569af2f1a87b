import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { time } from "../../fields.ts";
import { orderNo } from "../../typed-fields.ts";
import { betReceipt, committedPayout } from "../../records.ts";

export const receipt = defineCall({
  method: "GET",
  path: "/api/lottery/receipt/:orderNo",
  summary:
    "The signed receipt of an own bet; once closed and settled, where it is in the period's bets and payouts.",
  auth: "player",
  rate: "read",
  params: z.object({ orderNo }),
  data: z.extend(betReceipt, {
    /** Set if the order was cancelled before the close: its leaf among the period's bets then has this field too. */
    cancelledAt: z.optional(time),
    /** Once closed, the path of the leaf to `betsRoot` of the period's close. */
    closePath: z.optional(z.array(z.string())),
    closeIndex: z.optional(z.number()),
    closeSize: z.optional(z.number()),
    /** Once settled, the payout's leaf and its path to `payoutsRoot`; null if nothing was paid or refunded. */
    payoutLeaf: z.optional(z.nullable(committedPayout)),
    payoutPath: z.optional(z.array(z.string())),
    payoutIndex: z.optional(z.number()),
    payoutSize: z.optional(z.number()),
  }),
  refusals: ["ORDER_UNKNOWN"],
});
