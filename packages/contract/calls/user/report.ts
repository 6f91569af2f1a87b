import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { day, gameCode, isSpan, money, range, time } from "../../fields.ts";

const figures = {
  /** payoutRevenue − betCost + rebateIncome + activityGift. */
  totalProfitLoss: money,
  /** Payouts of bets, without refunded stakes. */
  payoutRevenue: money,
  /** Stakes of settled orders, less refunds. */
  betCost: money,
  /** Rebate of own play, and commission of the team. */
  rebateIncome: money,
  activityGift: money,
  /** Recharges and withdrawals that passed, by when they passed. */
  deposit: money,
  withdrawal: money,
  /** Amounts taken from the account by adjustments. */
  transferOut: money,
};

export const report = defineCall({
  method: "GET",
  path: "/api/user/report",
  summary:
    "What the player won, spent and moved: over whole days, by day and by game. Days are those of `time_zone`; " +
    "`tz_offset` is rounded to the quarter of an hour that every zone of today keeps to.",
  auth: "player",
  rate: "read",
  heavy: true,
  query: z
    .strictObject({
      ...range,
      range: z.optional(z.enum(["today", "3d", "7d", "31d"])),
      /** Instead of a range: first and last day, both inclusive. */
      from: z.optional(day),
      to: z.optional(day),
    })
    .check(isSpan),
  data: z.object({
    /** Current balance plus amounts held for withdrawals. */
    accountBalance: money,
    ...figures,
    /** The days reported on: from (inclusive) and to (exclusive). */
    from: time,
    to: time,
    /** Every day of the range, oldest first; `accountBalance` is that of its end. */
    days: z.array(z.object({ day: z.string(), accountBalance: money, ...figures })),
    /** Games played in the range, by stake, largest first. */
    games: z.array(z.object({ gameCode, betCost: money, payout: money })),
  }),
  refusals: [],
});
