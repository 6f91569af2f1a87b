import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money } from "../../fields.ts";

export const rechargeChannels = defineCall({
  method: "GET",
  path: "/api/user/rechargeChannels",
  summary: "The ways to recharge that are open to the player. The demo channel exists only in demo mode.",
  auth: "player",
  rate: "read",
  data: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["demo", "bank", "wallet"]),
      name: z.string(),
      min: money,
      max: money,
    }),
  ),
  refusals: [],
});
