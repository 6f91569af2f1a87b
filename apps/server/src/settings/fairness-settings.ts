import { existsSync, readFileSync } from "node:fs";
import { type BeaconChain, QUICKNET, SCHEME } from "@lotus/beacon";
import { pinnedChain, publicBeacon, whoRuns } from "@lotus/fair/known";
import { fromHex, parsePolicy } from "@lotus/tlog";
import { baseUrl } from "@lotus/tlog/http";
import type { EnvironmentReader } from "./environment.ts";

/** The beacon that decides draws, and the witnesses of the log. */
export interface FairnessSettings {
  /** Name of the log; its key names are the same. */
  readonly origin: string;
  /** Names of the logs that this one continues after restored backups, oldest first. */
  readonly previousOrigins: readonly string[];
  /** Null only in a demo, which then makes rounds itself. */
  readonly beacon: BeaconChain | null;
  /** Addresses of the beacon's HTTP API. */
  readonly relays: readonly string[];
  /** The witness, group and quorum lines of a tlog-policy. */
  readonly witnessLines: string;
}

/** drand's own relays. */
const QUICKNET_RELAYS = [
  "https://api.drand.sh",
  "https://api2.drand.sh",
  "https://api3.drand.sh",
  "https://drand.cloudflare.com",
];
const QUICKNET_NAME = "quicknet";
const NO_QUORUM = "quorum none\n";
const NONE = "none";
const KEY_NAME = /^[^\p{White_Space}+]{1,200}$/u;

/** Reads the settings; complains of each that is wrong. `host` is the one of PUBLIC_URL. */
export function readFairness(read: EnvironmentReader, host: string, isDemo: boolean): FairnessSettings {
  const beacon = readBeacon(read);
  const relays = read.list("BEACON_URLS");
  if (!relays.every(isServer))
    read.complain("BEACON_URLS must be http or https addresses without a query, by commas");
  const isQuicknet = beacon?.hash === QUICKNET.hash;
  if (beacon !== null && !isQuicknet && relays.length === 0)
    read.complain("BEACON_URLS is missing (where rounds of the beacon are read)");
  const origin = read.checked(
    "LOG_ORIGIN",
    `${host}/log`,
    (value) => KEY_NAME.test(value),
    "a name without spaces",
  );
  const previousOrigins = read.list("PREVIOUS_LOG_ORIGINS");
  if (!previousOrigins.every((name) => KEY_NAME.test(name)))
    read.complain("PREVIOUS_LOG_ORIGINS must be names without spaces, by commas");
  if (new Set([origin, ...previousOrigins]).size <= previousOrigins.length)
    read.complain("LOG_ORIGIN and PREVIOUS_LOG_ORIGINS must all be different names");
  const witnessLines = readWitnesses(read, isDemo);
  return {
    previousOrigins,
    origin,
    beacon,
    relays: relays.length === 0 && isQuicknet ? QUICKNET_RELAYS : relays,
    witnessLines,
  };
}

/**
 * What binds the house less than players may expect, one line each: the apps know public beacons and witnesses by their
 * keys, and show everything else as the house's own.
 */
export function houseRun({ beacon, witnessLines }: FairnessSettings): readonly string[] {
  const policy = parsePolicy(witnessLines);
  const runBy = beacon === null ? null : whoRuns({ policy, beacon });
  const lines: string[] = [];
  if (runBy?.beacon !== "public")
    lines.push("BEACON is not a public beacon: apps say that the house could know results early");
  if (policy.quorum === null) lines.push("WITNESS_QUORUM is none: apps say that nobody watches the log");
  else if (runBy?.witnesses !== "public")
    lines.push(
      "WITNESS_POLICY has a quorum that public witnesses do not decide: apps say that the house could change its log",
    );
  return lines;
}

/** quicknet, or the path of a file with the chain info of another beacon as drand's HTTP API returns it. */
function readBeacon(read: EnvironmentReader): BeaconChain | null {
  const value = read.optional("BEACON");
  if (value === null) return null;
  if (value === QUICKNET_NAME) return QUICKNET;
  const info = jsonFile(value);
  const field = (name: string): unknown =>
    typeof info === "object" && info !== null ? Reflect.get(info, name) : undefined;
  const [hash, publicKey] = [lowerCase(field("hash")), lowerCase(field("public_key"))];
  const [genesisS, periodS] = [field("genesis_time"), field("period")];
  const isChain =
    hash !== null &&
    publicKey !== null &&
    fromHex(hash, 32) !== null &&
    fromHex(publicKey, 96) !== null &&
    isCount(genesisS) &&
    isCount(periodS) &&
    field("schemeID") === SCHEME;
  if (isChain) {
    const chain = { hash, publicKey, genesisS, periodS };
    if (publicBeacon(pinnedChain(chain)) !== undefined && publicBeacon(chain) === undefined)
      read.complain("BEACON has the hash of a public beacon with another key or other times");
    return chain;
  }
  read.complain(`BEACON must be ${QUICKNET_NAME} or a file with the chain info of a beacon of ${SCHEME}`);
  return null;
}

/** The lines about witnesses: a file of WITNESS_POLICY, or none by WITNESS_QUORUM=none. */
function readWitnesses(read: EnvironmentReader, isDemo: boolean): string {
  const path = read.optional("WITNESS_POLICY");
  const quorum = read.optional("WITNESS_QUORUM");
  if (quorum !== null && quorum !== NONE)
    read.complain(`WITNESS_QUORUM can only be ${NONE}: a quorum is a line of WITNESS_POLICY`);
  if (path === null) {
    if (quorum === null && !isDemo)
      read.complain(
        `WITNESS_POLICY is missing (a tlog-policy file with witnesses, or WITNESS_QUORUM=${NONE})`,
      );
    return NO_QUORUM;
  }
  if (quorum !== null) read.complain("WITNESS_POLICY and WITNESS_QUORUM exclude each other");
  try {
    const text = readFileSync(path, "utf8");
    const policy = parsePolicy(text);
    if (policy.logs.length > 0) read.complain("WITNESS_POLICY must not list logs: the server adds its own");
    if ([...policy.witnesses.values()].some(({ url }) => url === null || !isServer(url)))
      read.complain("WITNESS_POLICY needs an address for each witness, as https://w1.example/");
    if (policy.quorum === null)
      read.complain("WITNESS_POLICY needs a quorum; without one, set WITNESS_QUORUM=none");
    return text.endsWith("\n") ? text : `${text}\n`;
  } catch (error) {
    read.complain(`WITNESS_POLICY: ${error instanceof Error ? error.message : "cannot be read"}`);
    return NO_QUORUM;
  }
}

function isServer(url: string): boolean {
  try {
    return baseUrl(url) !== "";
  } catch {
    return false;
  }
}

/** Hex is written in either case. */
function lowerCase(text: unknown): string | null {
  return typeof text === "string" ? text.toLowerCase() : null;
}

function jsonFile(path: string): unknown {
  try {
    return existsSync(path)
      ? (JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/u, "")) as unknown)
      : null;
  } catch {
    return null;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
