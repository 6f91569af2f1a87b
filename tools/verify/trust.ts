import { type BeaconChain, QUICKNET, SCHEME } from "@lotus/beacon";
import { type DrawTrust, logNames, pinnedChain, publicBeacon, publicWitness, whoRuns } from "@lotus/fair";
import { parsePolicy, type Policy, PolicyError } from "@lotus/tlog";

/** What a verification trusts, and where that comes from. */
export interface Trust extends DrawTrust {
  /** False: the log and the witnesses are those that the document names. */
  readonly isPolicyGiven: boolean;
  /** False: the beacon is the one that the document names. */
  readonly isBeaconGiven: boolean;
}

/** Texts that the user names. */
export interface TrustTexts {
  /** A tlog-policy. */
  readonly policyText: string | undefined;
  /** JSON as drand's /info answers. */
  readonly beaconText: string | undefined;
}

/** The trust for a proof: the user's, otherwise quicknet, otherwise what the proof names. A text says what is unusable. */
export function chooseTrust(proof: unknown, { policyText, beaconText }: TrustTexts): Trust | string {
  const own: unknown = Object(proof);
  const named: unknown = Reflect.get(Object(own), "policy");
  let policy: Policy;
  try {
    policy = parsePolicy(policyText ?? String(named));
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return `${policyText === undefined ? "The document's policy" : "The policy"} cannot be used: ${error.message}`;
  }
  const isPolicyGiven = policyText !== undefined;
  if (beaconText !== undefined) {
    const beacon = parseInfo(beaconText);
    return beacon === null
      ? "The beacon's file is not what drand's /info answers."
      : { policy, beacon: pinnedChain(beacon), isPolicyGiven, isBeaconGiven: true };
  }
  const inProof = namedBeacon(Reflect.get(Object(own), "beacon"));
  const beacon = inProof === null ? QUICKNET : pinnedChain(inProof);
  return { policy, beacon, isPolicyGiven, isBeaconGiven: publicBeacon(beacon) !== undefined };
}

/** What was trusted, in sentences; it says plainly what then is not proved. */
export function describeTrust(trust: Trust): string {
  const { beacon, isBeaconGiven } = trust;
  const lines = [describeLog(trust)];
  const listed = publicBeacon(beacon);
  lines.push(`Beacon: ${listed === undefined ? beacon.hash : `${listed.name} (${listed.runBy})`}`);
  if (!isBeaconGiven)
    lines.push(
      "This is no public beacon, and no --beacon was given: whoever runs it could know results before the draw.",
    );
  return lines.join("\n");
}

/** The log and the witnesses that were trusted, in sentences. */
export function describeLog({ policy, isPolicyGiven }: Pick<Trust, "policy" | "isPolicyGiven">): string {
  const runBy = whoRuns({ policy, beacon: QUICKNET });
  const witnesses = [...policy.witnesses.values()].map((party) => {
    const listed = publicWitness(party);
    return listed === undefined
      ? `${party.key.name} (not known as public)`
      : `${listed.name} (${listed.runBy})`;
  });
  const lines = [`Log: ${policy.logs.map(({ key }) => key.name).join(", ")}`];
  lines.push(
    policy.quorum === null
      ? "Witnesses: none have to cosign. Nobody watches this operator, who could rewrite the log."
      : `Witnesses: ${witnesses.join(", ")}`,
  );
  if (!isPolicyGiven)
    lines.push(
      "No --policy was given: the log and the witnesses are trusted that the document itself names. The operator may have",
      "made up both, so this proves nothing against the operator. Get the policy from somebody you trust.",
    );
  if (logNames(policy).length > 1)
    lines.push(
      "The policy has several logs. Witnesses keep a history of each, so the operator could log a period in one and show another",
      "outcome of it in the other.",
    );
  if (runBy.witnesses === "house")
    lines.push(
      "Witnesses that are known as public do not decide this quorum. Unless you know the others yourself, the operator may",
      "run them, and could rewrite the log.",
    );
  return lines.join("\n");
}

function parseInfo(text: string): BeaconChain | null {
  let info: unknown;
  try {
    info = JSON.parse(text);
  } catch {
    return null;
  }
  const field = (name: string): unknown => Reflect.get(Object(info), name);
  return chainOf({
    hash: field("hash"),
    publicKey: field("public_key"),
    genesis: field("genesis_time"),
    period: field("period"),
    scheme: field("schemeID"),
  });
}

function namedBeacon(value: unknown): BeaconChain | null {
  const field = (name: string): unknown => Reflect.get(Object(value), name);
  return chainOf({
    hash: field("hash"),
    publicKey: field("publicKey"),
    genesis: field("genesis"),
    period: field("period"),
    scheme: field("scheme"),
  });
}

function chainOf(fields: Readonly<Record<string, unknown>>): BeaconChain | null {
  const { hash, publicKey, genesis, period, scheme } = fields;
  if (typeof hash !== "string" || typeof publicKey !== "string" || scheme !== SCHEME) return null;
  if (typeof genesis !== "number" || typeof period !== "number" || period <= 0) return null;
  return { hash, publicKey, genesisS: genesis, periodS: period };
}
