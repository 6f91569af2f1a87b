import { BeaconRelays } from "@lotus/beacon/relays";
import type { BeaconChain } from "@lotus/beacon";
import { verifyRound } from "@lotus/beacon/verify";
import type { Policy } from "@lotus/tlog";
import { WitnessClient } from "@lotus/tlog/witness-client";
import type { Cosigner } from "./checkpoints.ts";
import type { RoundSource } from "./rounds.ts";

/** A relay that takes longer is as good as none: the next attempt follows at once. */
const RELAY_TIMEOUT_MS = 4_000;
const WITNESS_TIMEOUT_MS = 5_000;

/** Reads the rounds of a beacon from its relays. */
export function connectBeacon(
  chain: BeaconChain,
  relays: readonly string[],
  now: () => number,
  answered: (relay: string, outcome: string) => void,
): RoundSource {
  const client = new BeaconRelays({
    chain,
    urls: relays,
    fetch,
    verifyRound,
    now,
    timeoutMs: RELAY_TIMEOUT_MS,
    onAnswer: (url, outcome) => answered(new URL(url).host, outcome),
  });
  return { chain, round: (round) => client.round(round) };
}

/** Connects to the witnesses of a policy. */
export function connectWitnesses({ witnesses }: Policy): readonly Cosigner[] {
  return [...witnesses].flatMap(([name, { key, url }]) => {
    if (url === null) return [];
    const client = new WitnessClient({ key, url, fetch, timeoutMs: WITNESS_TIMEOUT_MS });
    return [
      { name, cosign: (checkpoint, proofFrom) => client.cosign(checkpoint, proofFrom) } satisfies Cosigner,
    ];
  });
}
