import { QUICKNET } from "@lotus/beacon";
import { verifyRound } from "@lotus/beacon/verify";

/*
 * The pairing curve is as large as everything else together: a browser loads this module only for a proof of mode 1.
 */

/** Whether this is quicknet's signature of the round; it needs no trust in who provided it. */
export function verifyBeacon(round: number, signature: Uint8Array): boolean {
  return verifyRound(QUICKNET, round, signature);
}
