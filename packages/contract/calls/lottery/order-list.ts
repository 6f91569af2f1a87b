import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { isSpan, listed, money } from "../../fields.ts";
import { betRecord, betState, betStatus } from "../../records.ts";

export const betList = defineCall({
  method: "GET",
  path: "/api/lottery/orderList/:gameCode",
  summary:
    "The player's bets in a game, or in every game for ALL, newest first: of the last days, of any days, or one by " +
    "its number.",
  auth: "player",
  rate: "read",
  heavy: true,
  params: z.object({ gameCode: z.string().check(z.maxLength(12)) }),
  query: z
    .strictObject({
      status: z.optional(betStatus),
      /** As `status`, but `notWon` without the bets whose stake came back: these are `returned`. */
      state: z.optional(betState),
      ...listed,
    })
    .check(isSpan),
  data: z.object({
    list: z.array(betRecord),
    nextCursor: z.nullable(z.string()),
    /**
     * Over all pages; sent with the first, and not with an order found by its number. `bet` excludes refunded stakes; `pending` is its undecided part, so the
     * result of the settled bets is payout − (bet − pending).
     */
    sum: z.optional(z.object({ bet: money, payout: money, pending: z.optional(money) })),
  }),
  refusals: ["GAME_UNKNOWN"],
});
