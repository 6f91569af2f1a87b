import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { HARM_SIGNALS } from "../../harm-signals.ts";

/** A marker of harm that counts for the player, with its figure: a number, a multiple, or a share in percent. */
const careReason = z.object({ signal: z.enum(HARM_SIGNALS), value: z.number() });

export const care = defineCall({
  method: "GET",
  path: "/api/user/care",
  summary:
    "What the house noticed in the player's own play, and whether it offers limits: level 0 nothing, 1 a message, " +
    "2 an offer, 3 somebody of the house looks at it. Nobody else is shown it but the operator's desk.",
  auth: "player",
  rate: "read",
  data: z.object({
    level: z.number(),
    reasons: z.array(careReason),
    /** Whether limits are offered and the player has not answered yet. */
    offer: z.boolean(),
  }),
  refusals: [],
});

export const careSeen = defineCall({
  method: "POST",
  path: "/api/user/careSeen",
  summary: "Answers the offer of limits: it is not shown again before it is made anew.",
  auth: "player",
  rate: "read",
  body: z.strictObject({}),
  data: z.object({}),
  refusals: [],
});
