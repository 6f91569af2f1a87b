/** 128 random bits in hex. getRandomValues, because randomUUID is missing on a plain http address. */
function randomHex(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** A key that lets the server see a repeated request as the same one. Make it once, keep it for the retries. */
export const newIdempotencyKey = randomHex;

/** A random identifier of this device. */
export const newDeviceId = randomHex;
