import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { seen } from "../../typed-fields.ts";
import { SERVICE_TEXT_MAX, serviceId, serviceLine } from "./conversation.ts";

/** Text of a line: not blank. */
export const serviceText = z
  .string()
  .check(z.maxLength(SERVICE_TEXT_MAX, { error: "validation.tooLong" }), seen());

export const serviceWrite = defineCall({
  method: "POST",
  path: "/api/service/write",
  summary: "Writes to the desk: a text, a picture sent before, or both. A closed conversation opens again.",
  auth: "player",
  rate: "read",
  idempotent: true,
  body: z.strictObject({ text: z.optional(serviceText), picture_id: z.optional(serviceId) }).check(
    z.refine(({ text, picture_id }) => text !== undefined || picture_id !== undefined, {
      error: "validation.invalid",
    }),
  ),
  data: serviceLine,
  refusals: ["SERVICE_TOO_FAST", "PICTURE_UNKNOWN", "IDEMPOTENCY_CONFLICT"],
});
