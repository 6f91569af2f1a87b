import { hash } from "node:crypto";

/** SHA-256 over path, parameters and body of a money call: requests with the same hash are the same request. */
export function hashRequest(callPath: string, params: unknown, body: unknown): Uint8Array {
  // Hashed in one call: incremental hashing takes twice as long, and every bet needs a hash.
  return hash("sha256", `${callPath}\n${canonicalJson(params)}\n${canonicalJson(body)}`, "buffer");
}

/** JSON with the keys of every object sorted. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value) ?? null);
}

/** The same value with sorted keys; lists of plain values are returned unchanged. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return value.some((item) => typeof item === "object") ? value.map(inOrder) : value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, inOrder(field)]));
}
