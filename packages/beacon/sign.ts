import { toHex } from "@lotus/tlog";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { DST, messageOf } from "./chain.ts";

/** The public key of a beacon with this secret key, in hex. */
export function beaconPublicKey(secretKey: Uint8Array): string {
  return toHex(bls12_381.shortSignatures.getPublicKey(secretKey).toBytes());
}

/** A new secret key from 48 random bytes. */
export function beaconSecretKey(random: Uint8Array): Uint8Array {
  return bls12_381.utils.randomSecretKey(random);
}

/** Signs a round. */
export function signRound(secretKey: Uint8Array, round: number): Uint8Array {
  const { shortSignatures } = bls12_381;
  return shortSignatures.sign(shortSignatures.hash(messageOf(round), DST), secretKey).toBytes();
}
