import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { PICTURE_BODY_BYTES, pictureBytes } from "../../picture.ts";

export const servicePicture = defineCall({
  method: "POST",
  path: "/api/service/picture",
  summary:
    "Takes a picture (PNG, JPEG or WebP, at most 2 MB) for a line of the conversation. It is made anew without what was hidden in it.",
  auth: "player",
  // Two megabytes take long to process, so the limit is lower than for reads.
  rate: "money",
  bodyLimitBytes: PICTURE_BODY_BYTES,
  body: z.strictObject({ data: pictureBytes }),
  data: z.object({ id: z.string(), width: z.number(), height: z.number() }),
  refusals: ["SERVICE_TOO_FAST", "PICTURE_NOT_ACCEPTED", "PICTURE_TOO_LARGE"],
});
