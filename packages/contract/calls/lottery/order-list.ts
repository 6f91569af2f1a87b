import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money, page, range } from "../../fields.ts";
import { betRecord, betStatus } from "../../records.ts";

export const betList = defineCall({
  method: "GET",
  path: "/api/lottery/orderList/:gameCode",
  summary: "The player's bets in a game, or in every game for ALL, newest first.",
  auth: "player",
  rate: "read",
  heavy: true,
  params: z.object({ gameCode: z.string().check(z.maxLength(12)) }),
  query: z.strictObject({ status: z.optional(betStatus), ...range, ...page }),
  data: z.object({
    list: z.array(betRecord),
    nextCursor: z.nullable(z.string()),
    /**
     * Over all pages; sent with the first. `bet` excludes refunded stakes; `pending` is its undecided part, so the
     * result of the settled bets is payout − (bet − pending).
     */
    sum: z.optional(z.object({ bet: money, payout: money, pending: z.optional(money) })),
  }),
  refusals: ["GAME_UNKNOWN"],
});
