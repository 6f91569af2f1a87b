import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode, prizeNo } from "../../fields.ts";
import { namedBeacon } from "./fairness.ts";

const provenEntry = z.object({ type: z.string(), body: z.string(), proof: z.string() });

export const proof = defineCall({
  method: "GET",
  path: "/api/lottery/proof/:gameCode/:prizeNo",
  summary:
    "The proof document of a period (lot-fair/2); signature, randomness and numbers are null until the draw.",
  auth: "public",
  rate: "read",
  params: z.object({ gameCode, prizeNo }),
  data: z.object({
    scheme: z.literal("lot-fair/2"),
    gameCode: z.string(),
    prizeNo: z.string(),
    round: z.number(),
    roundTime: z.number(),
    beacon: z.extend(namedBeacon, {
      signature: z.nullable(z.string()),
      randomness: z.nullable(z.string()),
    }),
    numbers: z.nullable(z.array(z.number())),
    /** The existing ones, in the order of the log: house, period, close, draw, settled, void or skipped. */
    entries: z.array(provenEntry),
    /** The versions of the odds from the period's on, up to the close. */
    odds: z.optional(z.array(provenEntry)),
    /** The operator's tlog-policy; a verifier uses its own. */
    policy: z.string(),
  }),
  refusals: ["GAME_UNKNOWN", "PERIOD_UNKNOWN"],
});
