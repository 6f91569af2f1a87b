import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode, page } from "../../fields.ts";
import { drawResult } from "../../records.ts";

export const history = defineCall({
  method: "GET",
  path: "/api/lottery/history/:gameCode",
  summary: "The results of a game, newest first.",
  auth: "public",
  rate: "read",
  params: z.object({ gameCode }),
  query: z.strictObject({ ...page }),
  data: z.object({ list: z.array(drawResult), nextCursor: z.nullable(z.string()) }),
  refusals: ["GAME_UNKNOWN"],
});
