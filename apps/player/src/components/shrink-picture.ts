import { PICTURE_MAX_BYTES } from "@lotus/contract";

/** An upload of a picture takes longer than a text, above all on a slow connection. */
export const PICTURE_TIMEOUT_MS = 60_000;

/** Maximum length of the longer side, as the server stores it. */
const LONGEST_SIDE = 2048;
const QUALITY = 0.85;

/**
 * Makes a picture small enough to send. One that the browser cannot decode is sent unchanged; the server refuses it.
 */
async function shrinkPicture(file: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const made = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/jpeg", QUALITY);
    });
    return made ?? file;
  } catch {
    return file;
  }
}

/** The bytes of a file as a data URL. */
export function dataAddressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the file cannot be read")));
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.readAsDataURL(file);
  });
}

/** The bytes of a file in base64. */
async function base64Of(file: Blob): Promise<string> {
  const address = await dataAddressOf(file);
  return address.slice(address.indexOf(",") + 1);
}

/** A picture as a call takes it: in base64, and smaller if it is too large. */
export async function pictureToSend(file: File): Promise<string> {
  return base64Of(file.size > PICTURE_MAX_BYTES ? await shrinkPicture(file) : file);
}
