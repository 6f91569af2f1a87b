import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money, page } from "../../fields.ts";
import { calendarDay } from "./summary.ts";

/** Days in the operator's time zone, including today; all if absent. */
export const agentRange = z.enum(["today", "3d", "7d", "31d"]);

/** A level of a team: 1 for players invited by the agent. */
export const agentLevel = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5));

export const agentTeam = defineCall({
  method: "GET",
  path: "/api/agent/team",
  summary: "The player's team, newest first: names masked, and what each came to in the range.",
  auth: "player",
  rate: "read",
  heavy: true,
  query: z.strictObject({ level: z.optional(agentLevel), range: z.optional(agentRange), ...page }),
  data: z.object({
    list: z.array(
      z.object({
        /** First and last letters of the name, as "mi***88". */
        player: z.string(),
        level: z.number(),
        joinedDay: calendarDay,
        turnover: money,
        /** The agent's commission on the member's turnover, rounded down per day. */
        commission: money,
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: [],
});
