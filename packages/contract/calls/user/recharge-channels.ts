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
      /** What is paid on top: hundredths of a percent of the amount, and a fixed part, rounded up to `step`. */
      fee: z.object({ basisPoints: z.number(), fixed: money }),
      /** When it takes recharges, as "08:00" of the server's clock; null for always. */
      hours: z.nullable(z.object({ from: z.string(), to: z.string() })),
      /** Whether it takes recharges now. */
      open: z.boolean(),
      /** Minutes to pay in; null where nothing is to be paid. */
      expiresMinutes: z.nullable(z.number()),
      /** Of a channel that takes a coin: what one is worth in the account's currency, and with how many digits it is asked for. */
      coin: z.optional(z.object({ currency: z.string(), rate: money, digits: z.number() })),
      /** Percent of what comes by it that must be bet before a withdrawal; 0 for nothing. */
      turnoverPercent: z.optional(z.number()),
      /** There to be looked at in a demo: money sent to it arrives nowhere. */
      sample: z.boolean(),
    }),
  ),
  refusals: [],
});
