/** What a record may hold. Numbers are whole and safe; undefined, floats and the like have no place in it. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

/**
 * RFC 8785 (JCS) for whole numbers: no blanks, keys in order of their UTF-16 code units, strings as JSON.stringify
 * writes them, which is what the RFC asks. Throws TypeError for a value outside CanonicalValue and for
 * text with a lone surrogate, which has no UTF-8.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError("text with a lone surrogate");
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no whole number that JSON keeps`);
    return JSON.stringify(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`a ${typeof value} has no JSON`);
  const fields = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${canonicalJson(key)}:${canonicalJson(field)}`);
  return `{${fields.join(",")}}`;
}

/** Array.isArray, but it also narrows readonly arrays. */
function isList(value: CanonicalValue): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}

/** The object that `text` is the RFC 8785 form of, or null: no other spelling of it is taken. */
export function parseCanonical(text: string): { readonly [key: string]: CanonicalValue } | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && canonicalJson(value) === text ? value : null;
  } catch {
    // No JSON, or JSON with a value that has no place in a record, such as a fraction.
    return null;
  }
}

/** Holds for what JSON.parse gives: of its values only numbers can be uncanonical, and canonicalJson refuses those. */
function isObject(value: unknown): value is { readonly [key: string]: CanonicalValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
