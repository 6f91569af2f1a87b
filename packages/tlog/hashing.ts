import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** The hash functions, passed in so that a server can use its native ones. Implementations must return new arrays. */
export interface Hashing {
  /** H: SHA-256. */
  sha256(data: Uint8Array): Uint8Array;
  /** MAC: HMAC-SHA-256. */
  hmac(key: Uint8Array, data: Uint8Array): Uint8Array;
}

/** Pure JavaScript and synchronous; also works in a browser without a secure context. */
export const nobleHashing: Hashing = {
  sha256: (data) => sha256(data),
  hmac: (key, data) => hmac(sha256, key, data),
};
