import { createHmac } from "node:crypto";
import { type BeaconChain, chainHashOf, roundTime } from "@lotus/beacon";
import { beaconPublicKey, beaconSecretKey, signRound } from "@lotus/beacon/sign";
import { toHex } from "@lotus/tlog";
import type { RoundSource } from "./rounds.ts";

/** 2020-01-01, so that any test's clock is later. */
const GENESIS_S = 1_577_836_800;
const PERIOD_S = 3;
const BEACON_ID = "lotus-demo";

/**
 * A beacon inside a demo's server that was started without one: its key follows from the server's, so every node has
 * the same. It proves nothing, since the server could know its rounds early; the app says so.
 */
export function standInBeacon(serverKey: Uint8Array, now: () => number): RoundSource {
  const derive = (purpose: string) => createHmac("sha384", serverKey).update(`beacon ${purpose}`).digest();
  const secretKey = beaconSecretKey(new Uint8Array(derive("key")));
  const fields = { publicKey: beaconPublicKey(secretKey), genesisS: GENESIS_S, periodS: PERIOD_S };
  const genesisSeed = toHex(derive("seed").subarray(0, 32));
  const chain: BeaconChain = { hash: chainHashOf(fields, { genesisSeed, beaconId: BEACON_ID }), ...fields };
  return {
    chain,
    round: (round) => Promise.resolve(now() < roundTime(chain, round) ? null : signRound(secretKey, round)),
  };
}
