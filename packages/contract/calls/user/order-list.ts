import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { isSpan, listed, money } from "../../fields.ts";
import { moneyRecord, moneyStatus, transactionRecord, transactionType } from "../../records.ts";

export const orderList = defineCall({
  method: "GET",
  path: "/api/user/orderList",
  summary:
    "The player's recharges, withdrawals or transactions, newest first: of the last days, of any days, or by the number " +
    "of an order. Transactions are found by their own number, and by that of the order they belong to.",
  auth: "player",
  rate: "read",
  heavy: true,
  query: z
    .strictObject({
      type: z.enum(["recharge", "withdrawal", "transaction"]),
      status: z.optional(moneyStatus),
      sub_type: z.optional(transactionType),
      ...listed,
    })
    .check(isSpan),
  data: z.object({
    list: z.array(z.union([transactionRecord, moneyRecord])),
    nextCursor: z.nullable(z.string()),
    /**
     * Sums over all records of the filter: amounts in, and amounts out (as positive figures); sent with the first page,
     * and not with what is found by a number.
     */
    sum: z.optional(z.object({ in: money, out: money })),
  }),
  refusals: [],
});
