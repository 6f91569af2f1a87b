import { nobleHashing } from "./hashing.ts";

/** drand's quicknet: a round each 3 s, signed in G1, known to nobody before its time. */
export const QUICKNET = {
  chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  /** Seconds since 1970 of round 1. */
  genesisS: 1_692_803_367,
  periodS: 3,
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  dst: "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
} as const;

/** When a round is published, in epoch milliseconds. */
export function roundTime(round: number): number {
  return (QUICKNET.genesisS + (round - 1) * QUICKNET.periodS) * 1000;
}

/** The first round published later than `at` (epoch ms). */
export function roundAfter(at: number): number {
  const since = at / 1000 - QUICKNET.genesisS;
  return since < 0 ? 1 : Math.floor(since / QUICKNET.periodS) + 2;
}

/** The beacon of a round: SHA-256 of its signature. */
export function beaconOf(signature: Uint8Array): Uint8Array {
  return nobleHashing.sha256(signature);
}
