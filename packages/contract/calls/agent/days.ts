import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money, page } from "../../fields.ts";
import { calendarDay, percent } from "./summary.ts";
import { agentRange } from "./team.ts";

export const agentDays = defineCall({
  method: "GET",
  path: "/api/agent/days",
  summary:
    "Rebate and commission by day, in the operator's time zone, newest first. Only days on which the player or the team had turnover.",
  auth: "player",
  rate: "read",
  heavy: true,
  query: z.strictObject({ range: z.optional(agentRange), ...page }),
  data: z.object({
    list: z.array(
      z.object({
        day: calendarDay,
        /** Booked days are in the balance; the others are computed from what was settled so far. */
        booked: z.boolean(),
        ownTurnover: money,
        rebate: money,
        levels: z.array(z.object({ level: z.number(), turnover: money, percent, commission: money })),
        /** Over all levels. */
        turnover: money,
        commission: money,
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: [],
});
