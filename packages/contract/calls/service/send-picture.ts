import * as z from "zod/mini";
import { defineCall } from "../../call.ts";

/** Largest picture that is taken, in bytes. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
const BASE64_MAX = Math.ceil(PICTURE_MAX_BYTES / 3) * 4;

export const servicePicture = defineCall({
  method: "POST",
  path: "/api/service/picture",
  summary:
    "Takes a picture (PNG, JPEG or WebP, at most 2 MB) for a line of the conversation. It is made anew without what was hidden in it.",
  auth: "player",
  rate: "read",
  // The picture, and the JSON around it. One that is too large by a little is told so by its own code.
  bodyLimitBytes: BASE64_MAX + 64 * 1024,
  body: z.strictObject({
    /** The file's bytes in base64. */
    data: z.string().check(
      z.minLength(16, { error: "validation.invalid" }),
      z.refine<string>((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/u.test(text), {
        error: "validation.invalid",
      }),
    ),
  }),
  data: z.object({ id: z.string(), width: z.number(), height: z.number() }),
  refusals: ["SERVICE_TOO_FAST", "PICTURE_NOT_ACCEPTED", "PICTURE_TOO_LARGE"],
});
