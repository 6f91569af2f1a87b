import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money, page } from "../../fields.ts";
import { calendarDay } from "./summary.ts";

/** Days of the server, today among them; all when left out. */
export const agentRange = z.enum(["today", "3d", "7d", "31d"]);

/** A level of a team: 1 for those whom the player invited. */
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
        /** What the member's turnover was worth to the reader, each day rounded down by itself. */
        commission: money,
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: [],
});
