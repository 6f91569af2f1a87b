import { hash } from "node:crypto";

/** SHA-256 over path, parameters and body of a money call: requests with the same hash are the same request. */
export function hashRequest(callPath: string, params: unknown, body: unknown): Uint8Array {
  // Hashed in one call: incremental hashing takes twice as long, and every bet needs a hash.
  return hash("sha256", `${callPath}\n${canonicalJson(params)}\n${canonicalJson(body)}`, "buffer");
}

/** Fields of an object that has no more than most. */
const FEW = 12;

/** JSON with the keys of every object sorted. Our own apps send bodies in that order. */
export function canonicalJson(value: unknown): string {
  return isSorted(value) ? (JSON.stringify(value) ?? "null") : sortedJson(value);
}

/**
 * Whether the keys of every object of a parsed body ascend by their UTF-16 text. If they do, `JSON.stringify` writes them in the
 * order of `inOrder`: it lists numbers first, so that texts before them would not ascend.
 */
function isSorted(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (!isSorted(item)) return false;
    return true;
  }
  let last = "";
  // It makes no garbage, unlike a list of the keys; what is inherited is none of a parsed body's.
  for (const key in value) {
    if (!Object.hasOwn(value, key) || key < last || !isSorted(Reflect.get(value, key))) return false;
    last = key;
  }
  return true;
}

function sortedJson(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map((item) => sortedJson(item)).join(",")}]`;
  // Written directly: every bet needs a hash, and sorted copies of its objects would be thrown away at once.
  let text = "";
  for (const key of inOrder(Object.keys(value))) {
    const field: unknown = Reflect.get(value, key);
    if (field !== undefined) text += `${text === "" ? "" : ","}${quoted(key)}:${sortedJson(field)}`;
  }
  return `{${text}}`;
}

/** Text as JSON; most of it needs no escapes. */
function quoted(text: string): string {
  return /^[\w.:/ -]*$/u.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Keys as objects list them: numbers first and ascending, which `Object.keys` has done, then the others by their UTF-16 text. */
function inOrder(keys: string[]): readonly string[] {
  let from = 0;
  while (from < keys.length && isIndex(keys[from] ?? "")) from += 1;
  if (keys.length > FEW)
    return [...keys.slice(0, from), ...keys.slice(from).sort((a, b) => (a < b ? -1 : 1))];
  // By insertion, which makes no garbage.
  for (let at = from + 1; at < keys.length; at += 1) {
    const key = keys[at] ?? "";
    let to = at;
    for (; to > from && key < (keys[to - 1] ?? ""); to -= 1) keys[to] = keys[to - 1] ?? "";
    keys[to] = key;
  }
  return keys;
}

/** Whether objects list a key before others. */
function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d*)$/u.test(key) && Number(key) < 2 ** 32 - 1;
}
