/**
 * A key that lets the server see a repeated click as the same click: made when a form opens, kept for its
 * retries. getRandomValues, because randomUUID is missing on a plain http address.
 */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
