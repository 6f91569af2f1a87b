import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode, money, range, time } from "../../fields.ts";

const figures = {
  /** payoutRevenue − betCost + rebateIncome + activityGift. */
  totalProfitLoss: money,
  /** What bets paid, without what came back of stakes. */
  payoutRevenue: money,
  /** Stakes of the orders that were settled, less what came back of them. */
  betCost: money,
  /** Rebate of own play, and commission of the team. */
  rebateIncome: money,
  activityGift: money,
  /** Recharges and withdrawals that passed, by when they passed. */
  deposit: money,
  withdrawal: money,
  /** What the house took by an adjustment. */
  transferOut: money,
};

export const report = defineCall({
  method: "GET",
  path: "/api/user/report",
  summary:
    "What the player won, spent and moved: over whole days, by day and by game. Days begin by `tz_offset`, rounded " +
    "to the quarter of an hour that every zone of today keeps to.",
  auth: "player",
  rate: "read",
  query: z.strictObject({ ...range, range: z.optional(z.enum(["today", "3d", "7d", "31d"])) }),
  data: z.object({
    /** Now: what can be spent, and what is held for withdrawals. */
    accountBalance: money,
    ...figures,
    /** The days reported on: from (inclusive) and to (exclusive). */
    from: time,
    to: time,
    /** Every day of the range, oldest first; `accountBalance` is that of its end. */
    days: z.array(z.object({ day: z.string(), accountBalance: money, ...figures })),
    /** Games that were played in the range, the one most was spent on first. */
    games: z.array(z.object({ gameCode, betCost: money, payout: money })),
  }),
  refusals: [],
});
