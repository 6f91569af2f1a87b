import { PICTURE_MAX_BYTES } from "@lotus/contract";
import sharp from "sharp";
import { Overloaded } from "./errors.ts";

/** Type of every reencoded picture. */
export const PICTURE_TYPE = "image/webp";

/** Maximum width times height: enough for a phone camera, while nothing can unpack to gigabytes. */
const MAX_PIXELS = 25_000_000;
const MAX_SIDE = 10_000;
/** Longer side of stored pictures: a receipt stays readable. */
const KEPT_SIDE = 2048;
const QUALITY = 82;
const MAX_SECONDS = 10;
/** Maximum queue length; one picture is reencoded at a time, since bets need the processor more. */
const MAX_WAITING = 20;

// One thread per picture, and no cache.
sharp.concurrency(1);
sharp.cache(false);

/** A reencoded picture, or why not: unsupported type, or too large in bytes or pixels. */
export type RemadePicture =
  | { readonly ok: true; readonly bytes: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly why: "not-accepted" | "too-large" };

const SIGNATURES = [
  { format: "png", is: (bytes: Buffer) => bytes.subarray(0, 8).toString("hex") === "89504e470d0a1a0a" },
  { format: "jpeg", is: (bytes: Buffer) => bytes.subarray(0, 3).toString("hex") === "ffd8ff" },
  {
    format: "webp",
    is: (bytes: Buffer) =>
      bytes.subarray(0, 4).toString("latin1") === "RIFF" &&
      bytes.subarray(8, 12).toString("latin1") === "WEBP",
  },
] as const;

let waiting = 0;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Detects the type of a picture by its bytes and reencodes it, which removes everything else in the file (location,
 * device, appended files). Only the first frame of an animation remains. @throws Overloaded if too many pictures wait
 */
export function remakePicture(bytes: Buffer): Promise<RemadePicture> {
  if (bytes.length > PICTURE_MAX_BYTES) return Promise.resolve({ ok: false, why: "too-large" });
  const format = SIGNATURES.find(({ is }) => is(bytes))?.format;
  if (format === undefined) return Promise.resolve({ ok: false, why: "not-accepted" });
  if (waiting >= MAX_WAITING) return Promise.reject(new Overloaded("too many pictures wait"));
  waiting += 1;
  const made = turn.then(() => remake(bytes, format));
  turn = made.finally(() => {
    waiting -= 1;
  });
  return made;
}

async function remake(bytes: Buffer, format: string): Promise<RemadePicture> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 });
    const { width, height, format: found } = await picture.metadata();
    if (found !== format) return { ok: false, why: "not-accepted" };
    if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
      return { ok: false, why: "too-large" };
    }
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: QUALITY, effort: 3 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, bytes: data, width: info.width, height: info.height };
  } catch (error) {
    // The library throws if the file cannot be decoded to its end.
    return { ok: false, why: tooLarge(error) ? "too-large" : "not-accepted" };
  }
}

function tooLarge(error: unknown): boolean {
  return error instanceof Error && /pixel limit/u.test(error.message);
}
