import { fromHex } from "@lotus/tlog";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { type BeaconChain, DST, messageOf } from "./chain.ts";

/*
 * The pairing curve is as large as everything else together: a browser loads this module only to verify a round.
 */

/** Whether this is the chain's signature of the round; it needs no trust in who provided it. */
export function verifyRound(
  { publicKey }: Pick<BeaconChain, "publicKey">,
  round: number,
  signature: Uint8Array,
): boolean {
  const key = fromHex(publicKey, 96);
  if (key === null || !Number.isSafeInteger(round) || round < 1 || signature.length !== 48) return false;
  const { shortSignatures } = bls12_381;
  try {
    return shortSignatures.verify(signature, shortSignatures.hash(messageOf(round), DST), key);
  } catch {
    // Not a point of the curve.
    return false;
  }
}
