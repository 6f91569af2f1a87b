import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/**
 * The two functions the scheme is made of. They are handed in so that a server can use its native ones;
 * implementations must return fresh arrays.
 */
export interface Hashing {
  /** H: SHA-256. */
  sha256(data: Uint8Array): Uint8Array;
  /** MAC: HMAC-SHA-256. */
  hmac(key: Uint8Array, data: Uint8Array): Uint8Array;
}

/** Pure JavaScript, synchronous, the same everywhere: also in a browser without a secure context. */
export const nobleHashing: Hashing = {
  sha256: (data) => sha256(data),
  hmac: (key, data) => hmac(sha256, key, data),
};
