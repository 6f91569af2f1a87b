import { hash } from "node:crypto";

/** SHA-256 over what a money call asks for: two requests with the same hash ask for the same. */
export function hashRequest(callPath: string, params: unknown, body: unknown): Uint8Array {
  // In one go: a hash that is fed piece by piece takes twice as long, and every bet has one.
  return hash("sha256", `${callPath}\n${canonicalJson(params)}\n${canonicalJson(body)}`, "buffer");
}

/** JSON with the keys of every object in one order, whatever order they came in. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value) ?? null);
}

/** The same value with the keys of its objects in order; lists of plain values are handed back as they are. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return value.some((item) => typeof item === "object") ? value.map(inOrder) : value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, inOrder(field)]));
}
