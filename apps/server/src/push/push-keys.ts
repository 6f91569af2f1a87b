import { createECDH } from "node:crypto";
import type { KeyRing } from "../settings/keys.ts";

/** A pair of keys by which a push service knows the house (RFC 8292), base64url. */
export interface VapidPair {
  readonly version: number;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The pairs of every version of the key: browsers subscribe with the current one, older ones go on until they do. */
export interface VapidPairs {
  readonly current: VapidPair;
  of(version: number): VapidPair | undefined;
}

/** Derives the pairs; a private key is a number of 32 bytes on P-256. */
export function vapidPairs(ring: KeyRing<Uint8Array>): VapidPairs {
  const pairOf = (version: number, secret: Uint8Array): VapidPair => {
    const curve = createECDH("prime256v1");
    curve.setPrivateKey(secret);
    return {
      version,
      publicKey: curve.getPublicKey().toString("base64url"),
      privateKey: Buffer.from(secret).toString("base64url"),
    };
  };
  return {
    current: pairOf(ring.version, ring.current),
    of: (version) => {
      const secret = ring.of(version);
      return secret === undefined ? undefined : pairOf(version, secret);
    },
  };
}
