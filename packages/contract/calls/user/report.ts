import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode, money, range, time } from "../../fields.ts";

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

/** Longest range of a report, in days. */
export const REPORT_DAYS_MAX = 92;

/** A day in the player's zone, as 2026-11-21. */
const day = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/));

const DAY_MS = 86_400_000;

/** Days since 1970, or NaN for a date that does not exist. */
function dayNumber(text: string): number {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at / DAY_MS : Number.NaN;
}

interface Span {
  readonly range?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Either a range or both days, in order and within the limit. */
function isSpan({ range: named, from, to }: Span): boolean {
  if (from === undefined && to === undefined) return true;
  if (from === undefined || to === undefined || named !== undefined) return false;
  const days = dayNumber(to) - dayNumber(from) + 1;
  return days >= 1 && days <= REPORT_DAYS_MAX;
}

export const report = defineCall({
  method: "GET",
  path: "/api/user/report",
  summary:
    "What the player won, spent and moved: over whole days, by day and by game. Days begin by `tz_offset`, rounded " +
    "to the quarter of an hour that every zone of today keeps to.",
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
    .check(z.refine(isSpan, { error: "validation.invalid", path: ["to"] })),
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
