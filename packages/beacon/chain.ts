import { concat, fromHex, nobleHashing, toHex, u32, u64, utf8 } from "@lotus/tlog";

/*
 * Randomness beacons of drand with the scheme bls-unchained-g1-rfc9380: round r is a BLS signature in G1 over
 * SHA-256(u64(r)), published at genesis + (r − 1) × period, and its randomness is SHA-256 of the signature.
 */

/** The only scheme that is supported. */
export const SCHEME = "bls-unchained-g1-rfc9380";
/** Domain separation tag of the scheme. */
export const DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/** The name of drand's default chain, which is not part of its hash. */
const DEFAULT_ID = "default";

/** A chain, which identifies a beacon. Hex in lower case. */
export interface BeaconChain {
  /** 32 bytes. */
  readonly hash: string;
  /** A point of G2, 96 bytes. */
  readonly publicKey: string;
  /** Seconds since 1970 of round 1. */
  readonly genesisS: number;
  readonly periodS: number;
}

/** What the hash of a chain is computed from, beside its fields. */
export interface ChainOrigin {
  /** Hash of the first group of members, 32 bytes in hex. */
  readonly genesisSeed: string;
  readonly beaconId: string;
}

/** drand's quicknet: a round every 3 seconds. */
export const QUICKNET: BeaconChain = {
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesisS: 1_692_803_367,
  periodS: 3,
};

/** The hash of a chain, as drand computes it. @throws RangeError for fields that are not hex */
export function chainHashOf(
  chain: Omit<BeaconChain, "hash">,
  { genesisSeed, beaconId }: ChainOrigin,
): string {
  const [publicKey, seed] = [fromHex(chain.publicKey, 96), fromHex(genesisSeed, 32)];
  if (publicKey === null || seed === null) throw new RangeError("a chain of malformed hex");
  const id = beaconId === DEFAULT_ID ? new Uint8Array(0) : utf8(beaconId);
  const message = concat(u32(chain.periodS), u64(chain.genesisS), publicKey, seed, id);
  return toHex(nobleHashing.sha256(message));
}

/** When a round is published, in epoch milliseconds. */
export function roundTime({ genesisS, periodS }: BeaconChain, round: number): number {
  return (genesisS + (round - 1) * periodS) * 1000;
}

/** The latest round published at an instant (epoch ms); 0 before the first. */
export function roundAt({ genesisS, periodS }: BeaconChain, at: number): number {
  const seconds = Math.floor(at / 1000) - genesisS;
  return seconds < 0 ? 0 : Math.floor(seconds / periodS) + 1;
}

/** Seconds between the latest possible publication of a period's round and its draw. */
const BEFORE_DRAW_S = 2;

/** The round that decides a draw at `drawAt` (epoch ms, whole seconds): the latest one published at least 2 s before. */
export function roundOfDraw({ genesisS, periodS }: BeaconChain, drawAt: number): number {
  return Math.floor((Math.floor(drawAt / 1000) - BEFORE_DRAW_S - genesisS) / periodS) + 1;
}

/** A signature is a compressed point of G1. */
export const SIGNATURE_BYTES = 48;

/** Reads a round's signature; null if it is not hex of its length. Servers write hex in either case. */
export function readSignature(text: unknown): Uint8Array | null {
  return typeof text === "string" ? fromHex(text.trim().toLowerCase(), SIGNATURE_BYTES) : null;
}

/** The randomness of a round, by its signature. */
export function randomnessOf(signature: Uint8Array): Uint8Array {
  return nobleHashing.sha256(signature);
}

/** The message that a round signs, before it is hashed to the curve. */
export function messageOf(round: number): Uint8Array {
  return nobleHashing.sha256(u64(round));
}
