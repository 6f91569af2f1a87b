import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode, money, prizeNo, time } from "../../fields.ts";

export const recentWins = defineCall({
  method: "GET",
  path: "/api/app/wins",
  summary: "The last large wins. Each one is real; the player's name is masked.",
  auth: "public",
  rate: "read",
  data: z.array(
    z.object({
      /** First and last letter of the name, as "b•••n". */
      player: z.string(),
      gameCode,
      /** In the language of the request. */
      gameName: z.string(),
      prizeNo,
      payout: money,
      time,
    }),
  ),
  refusals: [],
});
