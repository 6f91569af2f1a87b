import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode } from "../../fields.ts";
import { orderNo } from "../../typed-fields.ts";
import { earlierSlip } from "../../records.ts";

export const recentSlips = defineCall({
  method: "GET",
  path: "/api/lottery/recentSlips",
  summary:
    "The player's last slips of 30 days, newest first and each once, at most five; of one game, or the whole slip of an order.",
  auth: "player",
  rate: "read",
  heavy: true,
  query: z.strictObject({ game_code: z.optional(gameCode), order_no: z.optional(orderNo) }),
  data: z.object({ list: z.array(earlierSlip) }),
  refusals: ["GAME_UNKNOWN", "ORDER_UNKNOWN"],
});
