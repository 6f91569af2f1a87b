import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money, page, range } from "../../fields.ts";
import { moneyRecord, moneyStatus, transactionRecord, transactionType } from "../../records.ts";

export const orderList = defineCall({
  method: "GET",
  path: "/api/user/orderList",
  summary: "The player's recharges, withdrawals or transactions, newest first.",
  auth: "player",
  rate: "read",
  heavy: true,
  query: z.strictObject({
    type: z.enum(["recharge", "withdrawal", "transaction"]),
    status: z.optional(moneyStatus),
    sub_type: z.optional(transactionType),
    ...range,
    ...page,
  }),
  data: z.object({
    list: z.array(z.union([transactionRecord, moneyRecord])),
    nextCursor: z.nullable(z.string()),
    /**
     * Sums over all records of the filter: amounts in, and amounts out (as positive figures); sent with the first page.
     */
    sum: z.optional(z.object({ in: money, out: money })),
  }),
  refusals: [],
});
