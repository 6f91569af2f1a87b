import type { BeaconChain } from "@lotus/beacon";
import { isQuorum, type Policy, type PolicyParty, toHex } from "@lotus/tlog";
import {
  PUBLIC_PARTIES,
  type PublicBeacon,
  type PublicParties,
  type PublicWitness,
} from "./public-parties.ts";

/** Who runs what a verifier trusts. `house`: whoever is not listed, the house itself among them. */
export interface WhoRuns {
  readonly beacon: "public" | "house";
  /** `public`: without public witnesses there is no quorum, and no two quorums without a common one. */
  readonly witnesses: "public" | "house" | "none";
}

/** A policy with more public witnesses than this is not judged: every choice of them has to be tried. */
const MAX_WITNESSES = 16;

/** The listed beacon of a chain; undefined if its hash or anything else of it differs. */
export function publicBeacon(
  { hash, publicKey, genesisS, periodS }: BeaconChain,
  { beacons }: PublicParties = PUBLIC_PARTIES,
): PublicBeacon | undefined {
  return beacons.find(
    ({ chain }) =>
      chain.hash === hash &&
      chain.publicKey === publicKey &&
      chain.genesisS === genesisS &&
      chain.periodS === periodS,
  );
}

/**
 * The chain to verify with when somebody names one: the listed one of the same hash, so that another key under a public
 * hash is a fault of whoever names it.
 */
export function pinnedChain(named: BeaconChain, { beacons }: PublicParties = PUBLIC_PARTIES): BeaconChain {
  return beacons.find(({ chain }) => chain.hash === named.hash.toLowerCase())?.chain ?? named;
}

/** The listed witness with this key; names are not looked at, since anybody can give a key any name. */
export function publicWitness(
  { key }: Pick<PolicyParty, "key">,
  { witnesses }: PublicParties = PUBLIC_PARTIES,
): PublicWitness | undefined {
  const publicKey = toHex(key.publicKey);
  return witnesses.find((witness) => witness.publicKey === publicKey);
}

/** Who runs the beacon and the witnesses of a trust, by the list of the build. */
export function whoRuns(
  { policy, beacon }: { readonly policy: Policy; readonly beacon: BeaconChain },
  parties: PublicParties = PUBLIC_PARTIES,
): WhoRuns {
  return {
    beacon: publicBeacon(beacon, parties) === undefined ? "house" : "public",
    witnesses: policy.quorum === null ? "none" : isBinding(policy, parties) ? "public" : "house",
  };
}

/** Names of the logs of a policy: keys of one log have one. Of several, witnesses cosign a history each. */
export function logNames({ logs }: Policy): readonly string[] {
  return [...new Set(logs.map(({ key }) => key.name))];
}

/**
 * Whether the house can neither make a quorum alone nor show two of them two logs: it has one log, and each two quorums have a
 * public operator in common, which cosigns one history of it only. Several witnesses of one operator count as one.
 */
function isBinding(policy: Policy, parties: PublicParties): boolean {
  if (logNames(policy).length > 1) return false;
  const own = new Set<string>();
  const byOperator = new Map<string, string[]>();
  for (const [name, party] of policy.witnesses) {
    const listed = publicWitness(party, parties);
    if (listed === undefined) own.add(name);
    else byOperator.set(listed.runBy, [...(byOperator.get(listed.runBy) ?? []), name]);
  }
  const operators = [...byOperator.values()];
  if (operators.length === 0 || operators.length > MAX_WITNESSES) return false;
  const isReached = (chosen: readonly (readonly string[])[]) =>
    isQuorum(policy, new Set([...own, ...chosen.flat()]));
  for (let choice = 0; choice < 2 ** operators.length; choice += 1) {
    const isChosen = (_: unknown, at: number) => Math.floor(choice / 2 ** at) % 2 === 1;
    const one = operators.filter(isChosen);
    if (isReached(one) && isReached(operators.filter((each) => !one.includes(each)))) return false;
  }
  return true;
}
