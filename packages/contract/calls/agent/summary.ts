import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money } from "../../fields.ts";

/** A share of turnover in percent with two decimals, as "0.30". */
export const percent = z.string().check(z.regex(/^\d{1,2}\.\d{2}$/));

/** A day in the operator's time zone, as 2026-11-21. */
export const calendarDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Figures of a team and its agent over a range of days. */
export const agentFigures = z.object({
  /** Settled turnover of the team, over all levels. */
  turnover: money,
  commission: money,
  /** Settled turnover of the agent's own bets, and the rebate on it. */
  ownTurnover: money,
  rebate: money,
});

export const commissionPlan = z.object({
  /** The first day it applies to. */
  fromDay: calendarDay,
  /** Percent of own turnover. */
  rebatePercent: percent,
  /**
   * Percent of the turnover of players invited by the agent (level 1), of those invited by them (level 2), and so on.
   */
  levels: z.array(z.object({ level: z.number(), percent })),
});

export const agentSummary = defineCall({
  method: "GET",
  path: "/api/agent/summary",
  summary:
    "The player as an agent: code and link to share, the team by level, what it came to, and the plan it is worked out by.",
  auth: "player",
  rate: "read",
  heavy: true,
  data: z.object({
    inviteCode: z.string(),
    /** Path of the registration page with the code; the app prepends its origin. */
    link: z.string(),
    /** Players by level, for every level of the plan. */
    teamSize: z.array(z.object({ level: z.number(), players: z.number() })),
    /** By days in the operator's time zone. What is not booked yet is computed from what was settled so far. */
    today: agentFigures,
    yesterday: agentFigures,
    month: agentFigures,
    /** The last day that was booked; null before the first. */
    bookedTo: z.nullable(calendarDay),
    plan: commissionPlan,
    /** A plan that starts on a later day. */
    nextPlan: z.nullable(commissionPlan),
  }),
  refusals: [],
});
