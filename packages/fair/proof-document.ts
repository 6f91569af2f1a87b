import { fromHex } from "@lotus/tlog";
import { CHAIN_LENGTH } from "./chain.ts";
import type { FairMode } from "./draw-seed.ts";
import type { LogRecord } from "./record.ts";

/** The name of the scheme, in every proof. */
export const SCHEME = "lot-fair/1";

/**
 * All that is needed to check one draw without asking anybody: what `GET /api/lottery/proof` answers. Byte
 * strings are lower-case hex. `secret`, `beacon` and `numbers` are null until the draw.
 */
export interface ProofDocument {
  readonly scheme: typeof SCHEME;
  readonly gameCode: string;
  readonly prizeNo: string;
  readonly mode: FairMode;
  /** 16 bytes. */
  readonly cid: string;
  readonly chainLength: number;
  /** The secret's place in the chain, 1 to chainLength. */
  readonly t: number;
  /** s_0. */
  readonly anchor: string;
  /** The Merkle root of the chain's commitments. */
  readonly root: string;
  readonly commitment: string;
  /** Sibling hashes from leaf to root of the leaf with index t − 1. */
  readonly merkleProof: readonly string[];
  readonly salt: string;
  /** The drand round of mode 1; null (0 is taken too) in mode 0. */
  readonly round: number | null;
  /** SHA-256 of the signature, mode 1 only. */
  readonly beacon: string | null;
  /** 48 bytes, mode 1 only. */
  readonly beaconSignature: string | null;
  /** Empty in modes 0 and 1 (null is taken too). */
  readonly witness: string | null;
  readonly secret: string | null;
  readonly numbers: readonly number[] | null;
  /** P-256 in SPKI DER. */
  readonly publicKey: string;
  /** In the order of the log: the chain, the period, its close and its draw; records in between may be there too. */
  readonly records: readonly LogRecord[];
}

type Fields = { readonly [name: string]: unknown };

const hex = (length: number) => (value: unknown) => fromHex(value, length) !== null;
const orNull = (check: (value: unknown) => boolean) => (value: unknown) => value === null || check(value);
const whole = (low: number, high: number) => (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= low && value <= high;
const listOf = (most: number, check: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.length <= most && value.every(check);

/** The form of each field. Bounds also keep a hostile document from costing its reader more than a moment. */
const FORMS: { readonly [Name in keyof ProofDocument]: (value: unknown) => boolean } = {
  scheme: (value) => value === SCHEME,
  gameCode: (value) => typeof value === "string" && /^[A-Z0-9]{1,16}$/.test(value),
  prizeNo: (value) => typeof value === "string" && /^\d{11,12}$/.test(value),
  mode: (value) => value === 0 || value === 1,
  cid: hex(16),
  chainLength: whole(1, CHAIN_LENGTH),
  t: whole(1, CHAIN_LENGTH),
  anchor: hex(32),
  root: hex(32),
  commitment: hex(32),
  merkleProof: listOf(32, hex(32)),
  salt: hex(32),
  round: orNull(whole(0, Number.MAX_SAFE_INTEGER)),
  beacon: orNull(hex(32)),
  beaconSignature: orNull(hex(48)),
  witness: (value) => value === "" || value === null,
  secret: orNull(hex(32)),
  numbers: orNull(listOf(49, whole(0, 255))),
  publicKey: hex(91),
  records: listOf(10_000, isRecord),
};

function isRecord(value: unknown): boolean {
  if (!isFields(value)) return false;
  return (
    typeof value["type"] === "string" &&
    value["type"].length <= 16 &&
    typeof value["body"] === "string" &&
    value["body"].isWellFormed() &&
    fromHex(value["hash"], 32) !== null &&
    fromHex(value["previousHash"], 32) !== null &&
    fromHex(value["signature"], 64) !== null
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The document, or the names of the fields that are missing or malformed. Fields it does not know are left alone. */
export function readProof(
  value: unknown,
): { ok: true; document: ProofDocument } | { ok: false; fields: string[] } {
  if (isProof(value)) return { ok: true, document: value };
  return { ok: false, fields: isFields(value) ? badFields(value) : Object.keys(FORMS) };
}

function isProof(value: unknown): value is ProofDocument {
  return isFields(value) && badFields(value).length === 0;
}

function badFields(value: Fields): string[] {
  const bad = Object.entries(FORMS)
    .filter(([name, form]) => !form(value[name]))
    .map(([name]) => name);
  const { mode, round, t, chainLength, beacon, beaconSignature } = value;
  if (mode === 0 && round !== null && round !== 0) bad.push("round");
  if (mode === 0 && beacon !== null) bad.push("beacon");
  if (mode === 0 && beaconSignature !== null) bad.push("beaconSignature");
  if (mode === 1 && (round === null || round === 0)) bad.push("round");
  if (Number(t) > Number(chainLength)) bad.push("t");
  return [...new Set(bad)];
}
