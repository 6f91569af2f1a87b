import { isUtf8 } from "node:buffer";

/** The body is no JSON text that the house reads. */
export class BrokenJson extends Error {
  override readonly name = "BrokenJson";
}

/**
 * Reads a JSON body. An empty one is undefined: clients send a JSON content type with calls that have no body.
 * Text must be UTF-8 and hold no NUL, which PostgreSQL cannot keep. Half of a character, which only an escape can
 * write and which is no text either, becomes the replacement mark.
 * @throws BrokenJson
 */
export function readJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new BrokenJson("not UTF-8");
  const text = bytes.toString("utf8");
  try {
    return JSON.parse(text, text.includes("\\u") ? keptText : undefined);
  } catch (error) {
    throw new BrokenJson("not JSON", { cause: error });
  }
}

function keptText(key: string, value: unknown): unknown {
  if (key.includes("\0") || (typeof value === "string" && value.includes("\0"))) throw new BrokenJson("NUL");
  return typeof value === "string" ? value.toWellFormed() : value;
}
