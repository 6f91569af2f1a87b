import { bls12_381 } from "@noble/curves/bls12-381.js";

import { fromHex, u64 } from "./bytes.ts";
import { QUICKNET } from "./drand.ts";
import { nobleHashing } from "./hashing.ts";

/*
 * The one file that needs the pairing curve, which is as large as all the rest: a browser loads it as
 * `@lotus/fair/beacon` when a proof of mode 1 asks for it.
 */

/** Whether this is quicknet's signature of the round: it proves itself, whoever handed it in. */
export function verifyBeacon(round: number, signature: Uint8Array): boolean {
  const publicKey = fromHex(QUICKNET.publicKey);
  if (publicKey === null || !Number.isSafeInteger(round) || round < 1 || signature.length !== 48)
    return false;
  const { shortSignatures } = bls12_381;
  try {
    const message = shortSignatures.hash(nobleHashing.sha256(u64(round)), QUICKNET.dst);
    return shortSignatures.verify(signature, message, publicKey);
  } catch {
    // A signature that is no point of the curve.
    return false;
  }
}
