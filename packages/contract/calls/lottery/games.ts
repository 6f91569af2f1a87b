import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { currentPeriod, drawResult } from "../../records.ts";

export const games = defineCall({
  method: "GET",
  path: "/api/lottery/games",
  summary: "The lobby: every game with its current period and last result.",
  auth: "public",
  rate: "read",
  data: z.object({
    serverTime: z.number(),
    list: z.array(
      z.object({
        gameCode: z.string(),
        name: z.string(),
        family: z.enum(["five-digits", "dice", "racing", "mark-six"]),
        cycleMinutes: z.number(),
        on: z.boolean(),
        current: z.nullable(currentPeriod),
        last: z.nullable(drawResult),
      }),
    ),
  }),
  refusals: [],
});
