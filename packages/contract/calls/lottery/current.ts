import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode } from "../../fields.ts";
import { currentPeriod } from "../../records.ts";

export const current = defineCall({
  method: "GET",
  path: "/api/lottery/current/:gameCode",
  summary: "The period of a game that draws next.",
  auth: "public",
  rate: "read",
  params: z.object({ gameCode }),
  data: currentPeriod,
  refusals: ["GAME_UNKNOWN", "PERIOD_UNKNOWN"],
});
