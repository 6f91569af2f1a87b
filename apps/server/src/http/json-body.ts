import { parseStrictJson } from "./strict-json.ts";

/** The body is not valid JSON, or not JSON that means one thing to every reader. */
export class BrokenJson extends Error {
  override readonly name = "BrokenJson";
}

/** The body holds more values than its call allows. */
export class CrowdedJson extends Error {
  override readonly name = "CrowdedJson";
}

/** The body is declared to be in another charset than UTF-8. */
export class OtherCharset extends Error {
  override readonly name = "OtherCharset";
}

const CHARSET = /;\s*charset\*?\s*=\s*("[^"]*"|[^\s;]*)/giu;

/** Whether a content type names no other charset than UTF-8, which JSON always has (RFC 8259, section 8.1). */
export function isUtf8Json(contentType: string): boolean {
  return [...contentType.matchAll(CHARSET)].every(([, name]) => /^"?utf-?8"?$/iu.test(name ?? ""));
}

const [COMMA, BRACE, BRACKET] = [0x2c, 0x7b, 0x5b];

/**
 * Whether a body has more than `maxValues` values, by counting separators: parsing tens of thousands of values takes
 * long, counting separators does not. Separators inside strings count too, so the bound must allow for them.
 */
function isCrowded(bytes: Buffer, maxValues: number): boolean {
  // Each value takes at least one byte.
  if (bytes.length <= maxValues) return false;
  let found = 0;
  for (const mark of [COMMA, BRACE, BRACKET]) {
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
      found += 1;
      if (found > maxValues) return true;
    }
  }
  return false;
}

/**
 * Parses a JSON body. An empty one is undefined: clients send a JSON content type with calls that have no body. Text
 * must be UTF-8 without NUL, which PostgreSQL cannot store. A lone surrogate, which only an escape can produce, becomes
 * the replacement character.
 * @throws BrokenJson, CrowdedJson when it holds more than `maxValues`
 */
export function readJsonBody(bytes: Buffer, maxValues: number): unknown {
  if (bytes.length === 0) return undefined;
  if (isCrowded(bytes, maxValues)) throw new CrowdedJson(`more than ${maxValues} values`);
  try {
    return parseStrictJson(bytes, bytes.includes("\\u") ? storableText : undefined);
  } catch (error) {
    throw new BrokenJson("not JSON", { cause: error });
  }
}

function storableText(key: string, value: unknown): unknown {
  if (key.includes("\0") || (typeof value === "string" && value.includes("\0"))) throw new BrokenJson("NUL");
  return typeof value === "string" ? value.toWellFormed() : value;
}
