/** 128 random bits in hex. getRandomValues, because randomUUID is missing on a plain http address. */
function randomHex(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** 0 ≤ n < 1, to spread what many clients would do at once. */
export function randomShare(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}

/** A key by which the server recognizes a retry. Make it once and reuse it for all retries. */
export const newIdempotencyKey = randomHex;

/** A random identifier of this device. */
export const newDeviceId = randomHex;
