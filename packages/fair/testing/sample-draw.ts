import { type BeaconChain, chainHashOf, randomnessOf, roundOfDraw, roundTime, SCHEME } from "@lotus/beacon";
import { beaconPublicKey, beaconSecretKey, signRound } from "@lotus/beacon/sign";
import {
  cosign,
  cosignerKey,
  formatCheckpoint,
  formatInclusionProof,
  formatNote,
  formatVerifierKey,
  fromHex,
  leafHash,
  merklePath,
  merkleRoot,
  nobleHashing,
  parsePolicy,
  signNote,
  toHex,
  utf8,
  verifierKey,
} from "@lotus/tlog";
import { publicKeyOf } from "@lotus/tlog/testing/keys";
import { canonicalJson, type CanonicalValue } from "../canonical-json.ts";
import { beaconSeed, beaconUniform } from "../draw-proof/beacon-seed.ts";
import type { DrawTrust } from "../draw-proof/check-draw.ts";
import type { PublicParties } from "../known/public-parties.ts";
import type { DrawProofDocument, ProvenEntry } from "../draw-proof/document.ts";

const seed = (n: number) => new Uint8Array(32).fill(n);

/** The keys of everyone in a sample: an insider of the operator has the first two, not those of the witnesses. */
export const SAMPLE_KEYS = {
  beacon: beaconSecretKey(new Uint8Array(48).fill(5)),
  log: { name: "log.example", secretKey: seed(1) },
  witnesses: [2, 3, 4].map((n) => ({ name: `w${n}.example`, secretKey: seed(n) })),
} as const;

const DRAW_AT = Date.UTC(2026, 10, 21, 5, 3, 0);
const origin = { genesisSeed: toHex(seed(6)), beaconId: "sample" };
const fields = {
  publicKey: beaconPublicKey(SAMPLE_KEYS.beacon),
  genesisS: DRAW_AT / 1000 - 100_000,
  periodS: 3,
};

/** The beacon of samples. */
export const SAMPLE_CHAIN: BeaconChain = { hash: chainHashOf(fields, origin), ...fields };

const POLICY = [
  `log ${formatVerifierKey(verifierKey(SAMPLE_KEYS.log.name, 1, publicKeyOf(SAMPLE_KEYS.log.secretKey)))}`,
  ...SAMPLE_KEYS.witnesses.map(
    (key, at) => `witness W${at} ${formatVerifierKey(cosignerKey(key.name, key.secretKey))}`,
  ),
  "group two 2 W0 W1 W2",
  "quorum two",
  "",
].join("\n");

/** The beacon and the witnesses of samples as public ones, each run by somebody else. */
export const SAMPLE_PARTIES: PublicParties = {
  beacons: [{ name: "sample", chain: SAMPLE_CHAIN, runBy: "Many", publishedAt: "https://beacon.example" }],
  witnesses: SAMPLE_KEYS.witnesses.map(({ name, secretKey }, at) => ({
    name,
    publicKey: toHex(publicKeyOf(secretKey)),
    runBy: `Operator ${at + 2}`,
    publishedAt: `https://${name}`,
  })),
};

/** What a verifier of samples pins. */
export const SAMPLE_TRUST: DrawTrust = { policy: parsePolicy(POLICY), beacon: SAMPLE_CHAIN };

export const SAMPLE_ROUND = roundOfDraw(SAMPLE_CHAIN, DRAW_AT);
const ROUND_S = roundTime(SAMPLE_CHAIN, SAMPLE_ROUND) / 1000;
const NAMED = {
  hash: SAMPLE_CHAIN.hash,
  publicKey: SAMPLE_CHAIN.publicKey,
  genesis: SAMPLE_CHAIN.genesisS,
  period: SAMPLE_CHAIN.periodS,
  scheme: SCHEME,
};

/** An entry of a sample: its text, and when witnesses cosign the first checkpoint with it (seconds since 1970). */
export interface SampleEntry {
  readonly type: string;
  readonly body: string;
  readonly cosignedAt: number;
  /** Which witnesses cosign it; by default the first two. */
  readonly witnesses?: readonly number[];
  /** When single witnesses cosign, if not at `cosignedAt`. */
  readonly cosignedAtBy?: { readonly [witness: number]: number };
}

/** An entry of a type with these fields. */
export function sampleEntry(
  type: string,
  values: { readonly [field: string]: CanonicalValue },
  cosignedAt: number,
): SampleEntry {
  return { type, body: canonicalJson({ type, ...values }), cosignedAt };
}

/** The times and fields of the sample's period. */
export const SAMPLE_PERIOD = {
  game: "FFC",
  periodNo: "202611210003",
  openAt: DRAW_AT - 60_000,
  closeAt: DRAW_AT - 8_000,
  drawAt: DRAW_AT,
  round: SAMPLE_ROUND,
  oddsVersion: 1,
} as const;

/** The file of the sample's odds, version 1. */
export const SAMPLE_ODDS = canonicalJson({ [SAMPLE_PERIOD.game]: { "YX.DWD": { hit: 97_500 } } });
/** Its hash in the log. */
export const SAMPLE_ODDS_HASH = toHex(nobleHashing.sha256(utf8(SAMPLE_ODDS)));

const OF_PERIOD = { game: SAMPLE_PERIOD.game, periodNo: SAMPLE_PERIOD.periodNo };
const SIGNATURE = signRound(SAMPLE_KEYS.beacon, SAMPLE_ROUND);

/** The numbers of the sample's draw, by any draw over U(n). */
export function sampleNumbers(draw: (uniform: (n: number) => number) => number[]): number[] {
  const chainHash = fromHex(SAMPLE_CHAIN.hash, 32) ?? seed(0);
  const inputs = { chainHash, round: SAMPLE_ROUND, randomness: randomnessOf(SIGNATURE), ...OF_PERIOD };
  return draw(beaconUniform(beaconSeed(inputs)));
}

/** What the log of a sample says of the period's bets and payouts. */
export interface SampleBooks {
  readonly orders: number;
  readonly stake: string;
  readonly betsRoot: string;
  readonly payout: string;
  readonly refund: string;
  readonly payoutsRoot: string;
  /** Of the rules that the log names; by default none, as logs of the first build. */
  readonly version?: number;
}

export const SAMPLE_BOOKS: SampleBooks = {
  orders: 3,
  stake: "12.00",
  betsRoot: toHex(seed(7)),
  payout: "8.00",
  refund: "0.00",
  payoutsRoot: toHex(seed(7)),
};

/** The entries of an honest draw, in their order; unrelated ones are between them. */
export function sampleEntries(numbers: readonly number[], books: SampleBooks = SAMPLE_BOOKS): SampleEntry[] {
  const root = toHex(seed(7));
  const { orders, stake, betsRoot, payout, refund, payoutsRoot, version } = books;
  const rules = { rules: root, app: root, ...(version === undefined ? {} : { version }) };
  return [
    sampleEntry("house", { origin: SAMPLE_KEYS.log.name, beacon: NAMED, ...rules }, ROUND_S - 3_600),
    sampleEntry("odds", { version: 1, hash: SAMPLE_ODDS_HASH, from: 0 }, ROUND_S - 3_600),
    sampleEntry("period", { ...SAMPLE_PERIOD }, ROUND_S - 3_000),
    sampleEntry("period", { ...SAMPLE_PERIOD, game: "K3" }, ROUND_S - 3_000),
    sampleEntry("close", { ...OF_PERIOD, orders, stake, betsRoot }, ROUND_S - 1),
    sampleEntry(
      "draw",
      { ...OF_PERIOD, round: SAMPLE_ROUND, signature: toHex(SIGNATURE), numbers },
      ROUND_S + 2,
    ),
    sampleEntry("settled", { ...OF_PERIOD, payout, refund, payoutsRoot }, ROUND_S + 4),
  ];
}

/** An entry that cancels the sample's period. */
export function sampleVoid(cosignedAt = ROUND_S - 1): SampleEntry {
  return sampleEntry("void", { ...OF_PERIOD, reason: "technical problem" }, cosignedAt);
}

/** What the sample's period refunded when it was cancelled. */
export function sampleRefunds(payoutsRoot: string, refund?: string): SampleEntry {
  const sums = refund === undefined ? {} : { refund };
  return sampleEntry("settled", { ...OF_PERIOD, ...sums, payoutsRoot }, ROUND_S + 4);
}

/** An entry that skips periods of the sample's game. */
export function sampleSkipped(fromPeriod: string, toPeriod: string): SampleEntry {
  return sampleEntry("skipped", { game: SAMPLE_PERIOD.game, fromPeriod, toPeriod }, ROUND_S + 60);
}

/** The proof document of a log with these entries: those of the sample's period, with their proofs. */
export function sampleDocument(
  entries: readonly SampleEntry[],
  changes: Partial<DrawProofDocument> = {},
): DrawProofDocument {
  const leaves = entries.map(({ body }) => leafHash(utf8(body)));
  const proven = entries.flatMap((entry, index): ProvenEntry[] => {
    const isOther = entry.type === "odds" || entry.body.includes('"game":"K3"');
    return isOther ? [] : [{ type: entry.type, body: entry.body, proof: proofOf(entries, leaves, index) }];
  });
  const odds = entries.flatMap((entry, index): ProvenEntry[] =>
    entry.type === "odds" ? [{ type: "odds", body: entry.body, proof: proofOf(entries, leaves, index) }] : [],
  );
  const drawn = entries.find(({ type }) => type === "draw");
  const numbers = drawn === undefined ? null : numbersIn(drawn.body);
  const known = numbers === null ? null : toHex(SIGNATURE);
  return {
    scheme: "lot-fair/2",
    gameCode: SAMPLE_PERIOD.game,
    prizeNo: SAMPLE_PERIOD.periodNo,
    round: SAMPLE_ROUND,
    roundTime: ROUND_S * 1000,
    beacon: {
      ...NAMED,
      signature: known,
      randomness: known === null ? null : toHex(randomnessOf(SIGNATURE)),
    },
    numbers,
    entries: proven,
    odds,
    policy: POLICY,
    ...changes,
  };
}

/** Entries that must have been cosigned before some time: their proof is under the first checkpoint with them. */
const TIMELY: ReadonlySet<string> = new Set(["period", "close", "void"]);

/** The proof of an entry: under the newest cosigned checkpoint, unless the time of its cosignatures matters. */
function proofOf(entries: readonly SampleEntry[], leaves: readonly Uint8Array[], index: number): string {
  const cosigned = entries.findLastIndex(({ witnesses: by = [0, 1] }) => by.length > 1);
  const newest = TIMELY.has(entries[index]?.type ?? "") ? index : Math.max(index, cosigned);
  const { cosignedAt = 0, cosignedAtBy = {}, witnesses = [0, 1] } = entries[newest] ?? {};
  const tree = leaves.slice(0, newest + 1);
  const body = formatCheckpoint({ origin: SAMPLE_KEYS.log.name, size: tree.length, root: merkleRoot(tree) });
  const signatures = [
    signNote(body, SAMPLE_KEYS.log.name, SAMPLE_KEYS.log.secretKey),
    ...SAMPLE_KEYS.witnesses.flatMap((witness, at) =>
      witnesses.includes(at) ? [cosign(body, witness, cosignedAtBy[at] ?? cosignedAt)] : [],
    ),
  ];
  const hashes = merklePath(tree, index).map(({ hash }) => hash);
  return formatInclusionProof({ extra: null, index, hashes, checkpoint: formatNote({ body, signatures }) });
}

function numbersIn(body: string): number[] | null {
  const parsed: unknown = JSON.parse(body);
  const numbers: unknown =
    typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, "numbers") : null;
  return Array.isArray(numbers) ? numbers.map(Number) : null;
}
