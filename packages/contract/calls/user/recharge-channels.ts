import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money } from "../../fields.ts";

export const rechargeChannels = defineCall({
  method: "GET",
  path: "/api/user/rechargeChannels",
  summary:
    "The ways to recharge, each with its limits, fee and hours. The demo channel exists only in demo mode.",
  auth: "player",
  rate: "read",
  data: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["demo", "bank", "wallet"]),
      name: z.string(),
      min: money,
      max: money,
      /** Amounts are multiples of this. */
      step: money,
      /** Fee on top: basis points of the amount plus a fixed part, rounded up to `step`. */
      fee: z.object({ basisPoints: z.number(), fixed: money }),
      /** Opening hours, as "08:00" in the operator's time zone; null for always. */
      hours: z.nullable(z.object({ from: z.string(), to: z.string() })),
      /** Whether it accepts recharges now. */
      open: z.boolean(),
      /** Minutes to pay; null if there is no payment. */
      expiresMinutes: z.nullable(z.number()),
      /** For a channel with a coin: its rate in the account's currency, and the number of decimals of its amounts. */
      coin: z.optional(z.object({ currency: z.string(), rate: money, digits: z.number() })),
      /** Percent of the recharge that must be bet before a withdrawal; 0 for none. */
      turnoverPercent: z.optional(z.number()),
      /** Sample of a demo: money sent to it does not arrive anywhere. */
      sample: z.boolean(),
      /** What the player must show or say before a recharge is taken; absent where nothing is missing. */
      needs: z.optional(z.enum(["identity", "person"])),
    }),
  ),
  refusals: [],
});
