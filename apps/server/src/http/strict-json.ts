import { isUtf8 } from "node:buffer";

const [QUOTE, COLON, BACKSLASH] = [0x22, 0x3a, 0x5c];

/**
 * Parses JSON that means one thing to every reader: UTF-8 without a byte order mark, and no key twice in an object, of
 * which JSON.parse takes the last and others the first (RFC 8259, section 4). No key has an escape in it: V8 13.6 names keys
 * wrongly once it has seen an object with one that begins with a backslash.
 * @throws SyntaxError
 */
export function parseStrictJson(
  bytes: Uint8Array,
  revive?: (key: string, value: unknown) => unknown,
): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError("not UTF-8");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  if (text.includes("\\") && hasEscapedKey(text)) throw new SyntaxError("a key with an escape in it");
  const value: unknown = JSON.parse(text, revive);
  if (hasDoubledKey(text, value)) throw new SyntaxError("a key that is there twice");
  return value;
}

/** Whether a string before a colon has a backslash in it; read before JSON.parse sees the text, which may be no JSON. */
function hasEscapedKey(text: string): boolean {
  let inString = false;
  let isEscaped = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      inString = !inString;
      if (inString) isEscaped = false;
    } else if (inString && sign === BACKSLASH) {
      isEscaped = true;
      at += 1;
    } else if (!inString && sign === COLON && isEscaped) return true;
  }
  return false;
}

/**
 * Whether an object had a key twice: each key has a colon in the text, and only one of two keys is left in the value. Most
 * texts have no other colons, so that they need not be read.
 */
function hasDoubledKey(text: string, value: unknown): boolean {
  const keys = countKeys(value);
  return countColons(text) !== keys && countKeyColons(text) !== keys;
}

/** Keys of all objects in a value that JSON.parse made: plain objects, whose keys are their own. */
function countKeys(value: unknown): number {
  let count = 0;
  const left: unknown[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (Array.isArray(one)) for (const inner of one) addObject(left, inner);
    else if (isObject(one))
      for (const key in one) {
        count += 1;
        addObject(left, one[key]);
      }
  }
  return count;
}

function addObject(left: unknown[], value: unknown): void {
  if (typeof value === "object" && value !== null) left.push(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) count += 1;
  return count;
}

/** Colons outside of strings, of a text that is known to be JSON. */
function countKeyColons(text: string): number {
  let count = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) inString = !inString;
    else if (sign === BACKSLASH) at += 1;
    else if (sign === COLON && !inString) count += 1;
  }
  return count;
}
