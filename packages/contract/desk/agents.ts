import * as z from "zod/mini";
import { agentFigures, commissionPlan, calendarDay, percent } from "../calls/agent/summary.ts";
import { agentLevel } from "../calls/agent/team.ts";
import { money, time } from "../fields.ts";
import {
  ACTION_REFUSALS,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  listQuery,
  reason,
  recordId,
} from "./desk-call.ts";
import { personRef, playerStatus } from "./records.ts";

const params = z.strictObject({ id: recordId });
const READ_ONE = [...ACTION_REFUSALS, "RECORD_UNKNOWN"] as const;

/** From and to, both inclusive, days in the operator's time zone; the last 31 by default. */
const days = { from_day: z.optional(calendarDay), to_day: z.optional(calendarDay) };

/** A player who invited others. */
export const agentRow = z.object({
  id: z.string(),
  username: z.string(),
  status: playerStatus,
  createdAt: time,
  /** Number of players invited directly, and size of the team over all levels. */
  direct: z.number(),
  team: z.number(),
});
export type AgentRow = z.output<typeof agentRow>;

export const agentRecord = z.extend(agentRow, {
  inviter: z.nullable(personRef),
  inviteCode: z.string(),
  /** Over the requested days, by level; days not booked yet are computed from what was settled so far. */
  levels: z.array(z.object({ level: z.number(), players: z.number(), turnover: money, commission: money })),
  /** Of them, what belongs to days that are not booked yet. */
  sums: z.extend(agentFigures, { rebateDue: money, commissionDue: money }),
});
export type AgentRecord = z.output<typeof agentRecord>;

/** A member of a team. */
export const teamRow = z.object({
  id: z.string(),
  username: z.string(),
  status: playerStatus,
  level: z.number(),
  inviter: personRef,
  createdAt: time,
  turnover: money,
  commission: money,
});
export type TeamRow = z.output<typeof teamRow>;

/** A booked day in the operator's time zone. `id` is the day. */
export const agentBookRow = z.object({
  id: z.string(),
  state: z.enum(["booking", "booked"]),
  bookedAt: z.nullable(time),
  /** The plan that applied. */
  planId: z.string(),
  turnover: money,
  rebate: money,
  commission: money,
  /** Number of players who were paid. */
  players: z.number(),
});
export type AgentBookRow = z.output<typeof agentBookRow>;

/** A version of the plan. Of two with the same day the later one applies. */
export const planRecord = z.extend(commissionPlan, {
  id: z.string(),
  state: z.enum(["past", "inForce", "coming", "replaced"]),
  /** Null for the initial plan. */
  operator: z.nullable(personRef),
  reason: z.nullable(z.string()),
  createdAt: time,
});
export type PlanRecord = z.output<typeof planRecord>;

export const agents = defineDeskCall({
  method: "GET",
  path: "/desk/api/agents",
  summary: "Players who invited somebody, newest first.",
  auth: "operator",
  action: "agents.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({ ...listQuery }),
  data: listOf(agentRow),
  refusals: ACTION_REFUSALS,
});

export const agent = defineDeskCall({
  method: "GET",
  path: "/desk/api/agents/:id",
  summary: "A player as an agent: by whom they were invited, their team by level, and what it came to.",
  auth: "operator",
  action: "agents.read",
  rate: "read",
  heavy: true,
  params,
  query: z.strictObject(days),
  data: agentRecord,
  refusals: READ_ONE,
});

export const agentTeam = defineDeskCall({
  method: "GET",
  path: "/desk/api/agents/:id/team",
  summary: "The members of a player's team, newest first.",
  auth: "operator",
  action: "agents.read",
  rate: "read",
  heavy: true,
  params,
  query: z.strictObject({ level: z.optional(agentLevel), ...days, ...listQuery }),
  data: listOf(teamRow),
  refusals: READ_ONE,
});

export const agentBooks = defineDeskCall({
  method: "GET",
  path: "/desk/api/agentDays",
  summary: "The days that rebate and commission were booked for, newest first.",
  auth: "operator",
  action: "agents.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({ ...listQuery }),
  data: listOf(agentBookRow),
  refusals: ACTION_REFUSALS,
});

export const agentPlans = defineDeskCall({
  method: "GET",
  path: "/desk/api/agentPlans",
  summary: "The versions of the plan of rebate and commission, newest first.",
  auth: "operator",
  action: "agents.read",
  rate: "read",
  query: z.strictObject({ ...listQuery }),
  data: listOf(planRecord),
  refusals: ACTION_REFUSALS,
});

export const publishAgentPlan = defineDeskCall({
  method: "POST",
  path: "/desk/api/agentPlans",
  summary:
    "Publishes a plan that holds from tomorrow on: percent of own turnover, and of the team's by level, five at most. Refused when it reaches 100 % with the odds of an open game.",
  auth: "operator",
  action: "agents.plan",
  rate: "money",
  idempotent: true,
  body: z.strictObject({
    rebate_percent: percent,
    commission_percents: z.array(percent).check(z.maxLength(5)),
    reason,
  }),
  data: planRecord,
  refusals: [...CHANGE_REFUSALS, "PLAN_REFUSED", "RETURN_OVER_WHOLE"],
});
