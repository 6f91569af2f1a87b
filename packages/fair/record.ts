import { p256 } from "@noble/curves/nist.js";

import { concat, fromHex, sameBytes, toHex, u32, utf8 } from "@lotus/tlog";
import { lengthPrefixed, tag } from "./fields.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { FairMode } from "./draw-seed.ts";
import { nobleHashing, type Hashing } from "@lotus/tlog";

/*
 * The log of a game: records that are hashed over their forerunner and signed. A body is text, RFC 8785 JSON,
 * kept and delivered as it was signed. Times are epoch milliseconds, byte strings lower-case hex, money
 * decimal strings with two decimals.
 */

/** A new chain of secrets; `firstPeriod` is the first period it serves. */
export type ChainBody = {
  readonly game: string;
  /** 16 bytes. */
  readonly cid: string;
  /** N, the chain's length. */
  readonly n: number;
  /** s_0. */
  readonly anchor: string;
  /** R, the Merkle root of the commitments. */
  readonly root: string;
  readonly firstPeriod: string;
};

/** A period and its commitment, written before its sale. */
export type PeriodBody = {
  readonly game: string;
  readonly periodNo: string;
  readonly t: number;
  readonly cid: string;
  readonly commitment: string;
  readonly mode: FairMode;
  /** 32 random bytes. */
  readonly salt: string;
  /** The drand round of mode 1, later than closeAt; null in mode 0. */
  readonly round: number | null;
  readonly openAt: number;
  readonly closeAt: number;
  readonly drawAt: number;
};

/** The end of a period's sale: how many orders, their total, and the root over their leaves (see betsRoot). */
export type CloseBody = {
  readonly game: string;
  readonly periodNo: string;
  readonly orders: number;
  readonly stake: string;
  readonly betsRoot: string;
};

/** A draw: the secret released and the numbers. */
export type DrawBody = {
  readonly game: string;
  readonly periodNo: string;
  readonly secret: string;
  readonly numbers: readonly number[];
};

/** A draw record of a period that was voided: nothing is drawn, stakes are refunded. */
export type VoidedBody = {
  readonly game: string;
  readonly periodNo: string;
  readonly secret: null;
  readonly numbers: null;
  /** Why, in one word or sentence; never empty. */
  readonly voided: string;
};

/** Periods, first and last, in which nothing could be sold. */
export type SkippedBody = { readonly game: string; readonly fromPeriod: string; readonly toPeriod: string };

/** What each type of record holds. */
export type RecordBodies = {
  chain: ChainBody;
  period: PeriodBody;
  close: CloseBody;
  draw: DrawBody | VoidedBody;
  skipped: SkippedBody;
};

/** The types of records. */
export type RecordType = keyof RecordBodies;

/** A record as it is stored and delivered; hash, previousHash (32 bytes) and signature (64 bytes) are hex. */
export interface LogRecord {
  readonly type: string;
  readonly body: string;
  readonly hash: string;
  readonly previousHash: string;
  readonly signature: string;
}

/** ECDSA P-256 with SHA-256 over the message: raw r‖s, 64 bytes. Node: sign("sha256", m, { key, dsaEncoding: "ieee-p1363" }). */
export type Sign = (message: Uint8Array) => Uint8Array;

/** What stands before the first record of a log, as hex. */
export const LOG_START = "00".repeat(32);

/** hash = H(TAG("record")‖LP(type)‖u32(len body)‖body‖previousHash). */
export function recordHash(
  record: { type: string; body: string; previousHash: Uint8Array },
  hashing: Hashing = nobleHashing,
): Uint8Array {
  const body = utf8(record.body);
  return hashing.sha256(
    concat(tag("record"), lengthPrefixed(utf8(record.type)), u32(body.length), body, record.previousHash),
  );
}

/** The next record of a log: body written, hashed over `previousHash` (hex; LOG_START for the first), signed. */
export function makeRecord<T extends RecordType>(
  record: { type: T; body: RecordBodies[T]; previousHash: string },
  sign: Sign,
  hashing: Hashing = nobleHashing,
): LogRecord {
  const previous = fromHex(record.previousHash, 32);
  if (previous === null) throw new TypeError(`previousHash ${record.previousHash}`);
  const body = canonicalJson(record.body);
  const hash = recordHash({ type: record.type, body, previousHash: previous }, hashing);
  const { type, previousHash } = record;
  return { type, body, hash: toHex(hash), previousHash, signature: toHex(sign(hash)) };
}

/** Whether a signature (r‖s) is that of a key (SPKI DER) over a message: verifySignature, or a native one like it. */
export type VerifySignature = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean;

/**
 * What is wrong with a record: its hash is not that of its type, body and forerunner, or its signature is not
 * the key's (SPKI DER) over that hash; null when all is right.
 */
export function recordFault(
  record: LogRecord,
  publicKey: Uint8Array,
  { hashing = nobleHashing, verify = verifySignature }: { hashing?: Hashing; verify?: VerifySignature } = {},
): "hash" | "signature" | null {
  const [previousHash, hash] = [fromHex(record.previousHash, 32), fromHex(record.hash, 32)];
  if (previousHash === null || hash === null) return "hash";
  const { type, body } = record;
  if (!sameBytes(recordHash({ type, body, previousHash }, hashing), hash)) return "hash";
  const signature = fromHex(record.signature, 64);
  return signature !== null && verify(hash, signature, publicKey) ? null : "signature";
}

/** The start of every SubjectPublicKeyInfo with an uncompressed P-256 point, up to the point. */
const SPKI_P256 = "3059301306072a8648ce3d020106082a8648ce3d030107034200";

/** The 65-byte point of a P-256 key in SPKI DER, or null if it is anything else. */
export function pointOfSpki(publicKey: Uint8Array): Uint8Array | null {
  const start = SPKI_P256.length / 2;
  if (publicKey.length !== start + 65 || toHex(publicKey.subarray(0, start)) !== SPKI_P256) return null;
  return publicKey[start] === 4 ? publicKey.subarray(start) : null;
}

/** Whether `signature` (r‖s) is the key's (SPKI DER) over `message`, hashed once by ECDSA's own SHA-256. */
export function verifySignature(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const point = pointOfSpki(publicKey);
  if (point === null) return false;
  try {
    // Half of all signatures of common libraries have a high s, which the standard allows.
    return p256.verify(signature, message, point, { lowS: false });
  } catch {
    return false;
  }
}
