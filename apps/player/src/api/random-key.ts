/** 128 random bits in hex. getRandomValues, because randomUUID is missing on a plain http address. */
function randomHex(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** A key that lets the server see a retried tap as the same tap. Make it at the tap, keep it for its retries. */
export function newIdempotencyKey(): string {
  return randomHex();
}

/** An identifier for this device, made once. */
export function newDeviceId(): string {
  return randomHex();
}
