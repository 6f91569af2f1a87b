import * as z from "zod/mini";

/** Largest accepted picture, in bytes. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;

/**
 * Room for such a picture in base64 and its JSON, with some spare: a slightly too large picture is refused with its own
 * code.
 */
export const PICTURE_BODY_BYTES = Math.ceil(PICTURE_MAX_BYTES / 3) * 4 + 64 * 1024;

/** The bytes of a picture's file in base64. */
export const pictureBytes = z.string().check(
  z.minLength(16, { error: "validation.invalid" }),
  z.refine<string>((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/u.test(text), {
    error: "validation.invalid",
  }),
);
