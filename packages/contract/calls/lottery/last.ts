import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode } from "../../fields.ts";
import { drawResult } from "../../records.ts";

export const last = defineCall({
  method: "GET",
  path: "/api/lottery/last/:gameCode",
  summary: "The last result of a game, or null when there is none.",
  auth: "public",
  rate: "read",
  params: z.object({ gameCode }),
  data: z.nullable(drawResult),
  refusals: ["GAME_UNKNOWN"],
});
