import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { idempotencyKey, time } from "../../fields.ts";
import { moneyRecord } from "../../records.ts";
import { cancel } from "../lottery/cancel.ts";
import { cancelChase, chase } from "../lottery/chase.ts";
import { order } from "../lottery/order.ts";

/** An accepted request: which call it was, and its reply as it was given or would have been. */
function done<const Call extends string, Data extends z.ZodMiniType>(call: Call, data: Data) {
  return z.object({ state: z.literal("done"), call: z.literal(call), code: z.literal(0), data, at: time });
}

const accepted = [
  done("order", order.data),
  done("cancel", cancel.data),
  done("chase", chase.data),
  done("cancelChase", cancelChase.data),
  done("makeOrder", moneyRecord),
  done("cancelRecharge", moneyRecord),
  done("confirmPaid", moneyRecord),
] as const;

/** No request under the key was accepted, and none ever will be. */
const givenUp = z.object({ state: z.literal("givenUp"), at: time });

export const outcome = defineCall({
  method: "GET",
  path: "/api/user/outcome",
  summary:
    "What became of an own request, by its Idempotency-Key. `unknown`: none under it was accepted so far, but one that " +
    "is still on its way may be; settleOutcome ends that.",
  auth: "player",
  rate: "read",
  query: z.strictObject({ key: idempotencyKey }),
  data: z.union([...accepted, givenUp, z.object({ state: z.literal("unknown") })]),
  refusals: [],
});

export const settleOutcome = defineCall({
  method: "POST",
  path: "/api/user/settleOutcome",
  summary:
    "What became of an own request, for good: done, or given up. A key under which nothing was accepted is given up, and " +
    "whatever still comes under it is refused with REQUEST_GIVEN_UP. Said again it answers the same.",
  auth: "player",
  rate: "money",
  body: z.strictObject({ key: idempotencyKey }),
  data: z.union([...accepted, givenUp]),
  refusals: [],
});
