/** 128 random bits in hex. getRandomValues, because randomUUID is missing on a plain http address. */
function randomHex(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** Key by which the server recognises a retry of the same tap. Create it at the tap, reuse it for the retries. */
export function newIdempotencyKey(): string {
  return randomHex();
}

/** A random identifier of this device. */
export function newDeviceId(): string {
  return randomHex();
}
