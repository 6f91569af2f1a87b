import { createHash } from "node:crypto";

/** SHA-256 over what a money call asks for: two requests with the same hash ask for the same. */
export function hashRequest(callPath: string, params: unknown, body: unknown): Uint8Array {
  return createHash("sha256")
    .update(callPath)
    .update("\n")
    .update(canonicalJson(params))
    .update("\n")
    .update(canonicalJson(body))
    .digest();
}

/** JSON with the keys of every object in one order, whatever order they came in. */
export function canonicalJson(value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${fields.join(",")}}`;
}
