import { fromHex, sameBytes, toHex } from "@lotus/tlog";
import { commitmentOf, walkBack } from "./chain.ts";
import { randomnessOf } from "@lotus/beacon";
import { roundTime } from "./drand.ts";
import { drawSeed } from "./draw-seed.ts";
import { nobleHashing, type Hashing } from "@lotus/tlog";
import { leafHash, verifyMerkle } from "@lotus/tlog";
import {
  commitmentFaults,
  drawFaults,
  readRecords,
  sameNumbers,
  type ProofRecords,
} from "./proof-records.ts";
import { readProof, type ProofDocument } from "./proof-document.ts";
import type { PlainFaultName, ProofFault } from "./proof-fault.ts";
import { verifySignature, type VerifySignature } from "./record.ts";
import { uniformOf, type StreamStep } from "./stream.ts";

/** How a check went: true or false; null where it could not be made yet or was not asked for. */
type Outcome = boolean | null;

/** What each step shows beside its outcome. Byte strings are hex, times epoch milliseconds. */
export type ProofStep =
  /** The document is complete and well-formed, of this scheme and of what was asked for. */
  | { readonly step: "document"; readonly ok: Outcome; readonly faults: readonly ProofFault[] }
  /** Each record is signed and hashed as it should, and they stand in the order of the log. */
  | {
      readonly step: "records";
      readonly ok: Outcome;
      readonly faults: readonly ProofFault[];
      readonly count: number;
      readonly publicKey: string;
    }
  /** The period's record carries the commitment and was written before the close; the chain's, root and anchor. */
  | {
      readonly step: "commitment";
      readonly ok: Outcome;
      readonly faults: readonly ProofFault[];
      readonly commitment: string;
      readonly openAt: number | null;
      readonly closeAt: number | null;
      readonly drawAt: number | null;
    }
  /** The secret gives the commitment. */
  | {
      readonly step: "secret";
      readonly ok: Outcome;
      readonly faults: readonly ProofFault[];
      readonly secret: string | null;
    }
  /** t hashes lead from the secret to the anchor. */
  | {
      readonly step: "chain";
      readonly ok: Outcome;
      readonly faults: readonly ProofFault[];
      readonly anchor: string;
      readonly hashes: number;
    }
  /** The commitment lies under the chain's root. */
  | {
      readonly step: "merkle";
      readonly ok: Outcome;
      readonly faults: readonly ProofFault[];
      readonly root: string;
      readonly nodes: number;
    }
  /** Mode 1 only: the beacon is drand's of the round that was named before the sale. */
  | {
      readonly step: "beacon";
      readonly ok: Outcome;
      readonly faults: readonly ProofFault[];
      readonly round: number;
      readonly roundAt: number;
      readonly beacon: string | null;
    }
  /** The numbers come out again. `trace` is each byte and what it became, `numbers` what was computed here. */
  | {
      readonly step: "numbers";
      readonly ok: Outcome;
      readonly faults: readonly ProofFault[];
      readonly seed: string | null;
      readonly numbers: readonly number[] | null;
      readonly trace: readonly StreamStep[];
    };

/** The names of the steps, in the order they are made. */
export type ProofStepName = ProofStep["step"];

/**
 * valid: drawn, and every check made is right. voided: nothing was drawn, and what there is is right.
 * pending: not drawn yet, and what there is is right. invalid: any check failed.
 */
export type ProofVerdict = "valid" | "voided" | "pending" | "invalid";

/** What came of checking a proof. */
export interface ProofReport {
  readonly verdict: ProofVerdict;
  readonly steps: readonly ProofStep[];
  /** Why nothing was drawn, when voided. */
  readonly voided: string | null;
}

/** How a proof is checked. */
export interface VerifyOptions {
  /** The family's draw over U(n). */
  readonly draw: (uniform: (n: number) => number) => number[];
  /** Hash back to s_0, up to 131072 hashes: a moment in a browser. Off by default; the Merkle path binds as well. */
  readonly walkToAnchor?: boolean;
  /** What the document must be about: the draw asked for, the operator's key known from elsewhere, the result seen. */
  readonly expected?: {
    readonly gameCode?: string;
    readonly prizeNo?: string;
    /** SPKI DER, hex. Without it a proof shows that it is consistent, not whose it is. */
    readonly publicKey?: string;
    readonly numbers?: readonly number[];
  };
  /** Native functions where there are any; pure JavaScript by default. */
  readonly hashing?: Hashing;
  readonly verifySignature?: VerifySignature;
}

/** Whether a signature is drand's of a round: `verifyBeacon`, handed in by who loads it only when it is needed. */
export type VerifyBeacon = (round: number, signature: Uint8Array) => boolean;

/**
 * Checks a proof document, whatever it is given, from the document alone. Never throws for its content. The
 * pairing curve of mode 1 comes with `verifyBeacon`; `verifyProof` brings it along.
 */
export function checkProof(
  value: unknown,
  options: VerifyOptions & { readonly verifyBeacon: VerifyBeacon },
): ProofReport {
  const read = readProof(value);
  if (!read.ok) {
    const faults = read.fields.map((field) => ({ name: "malformed", field }) as const);
    return { verdict: "invalid", steps: [{ step: "document", ok: false, faults }], voided: null };
  }
  const { document } = read;
  const hashing = options.hashing ?? nobleHashing;
  const { records, faults } = readRecords(document, hashing, options.verifySignature ?? verifySignature);
  const drawn = drawFaults(document, records);
  const unexpected = unexpectedIn(document, options.expected ?? {});
  const steps: ProofStep[] = [
    { step: "document", ok: unexpected.length === 0, faults: unexpected },
    recordsStep(document, [...faults, ...drawn.faults]),
    commitmentStep(document, records),
    secretStep(document, hashing),
    chainStep(document, options.walkToAnchor === true, hashing),
    merkleStep(document, hashing),
    ...(document.mode === 1 ? [beaconStep(document, options.verifyBeacon)] : []),
    numbersStep(document, options.draw, hashing),
  ];
  return { verdict: verdictOf(document, steps, drawn.voided), steps, voided: drawn.voided };
}

function verdictOf(
  document: ProofDocument,
  steps: readonly ProofStep[],
  voided: string | null,
): ProofVerdict {
  if (steps.some((step) => step.ok === false)) return "invalid";
  if (voided !== null) return "voided";
  return document.secret === null ? "pending" : "valid";
}

function unexpectedIn(
  document: ProofDocument,
  expected: NonNullable<VerifyOptions["expected"]>,
): ProofFault[] {
  const { gameCode, prizeNo, publicKey, numbers } = expected;
  const faults: ProofFault[] = [];
  if (gameCode !== undefined && document.gameCode !== gameCode) faults.push({ name: "otherGame" });
  if (prizeNo !== undefined && document.prizeNo !== prizeNo) faults.push({ name: "otherPeriod" });
  if (publicKey !== undefined && document.publicKey !== publicKey) faults.push({ name: "otherKey" });
  if (numbers !== undefined && !sameNumbers(document.numbers, numbers)) faults.push({ name: "otherResult" });
  return faults;
}

function recordsStep({ records, publicKey }: ProofDocument, faults: readonly ProofFault[]): ProofStep {
  return { step: "records", ok: faults.length === 0, faults, count: records.length, publicKey };
}

function commitmentStep(document: ProofDocument, records: ProofRecords): ProofStep {
  const faults = commitmentFaults(document, records);
  const time = (field: string) => {
    const value = records.period?.body[field];
    return typeof value === "number" ? value : null;
  };
  return {
    step: "commitment",
    ok: faults.length === 0,
    faults,
    commitment: document.commitment,
    openAt: time("openAt"),
    closeAt: time("closeAt"),
    drawAt: time("drawAt"),
  };
}

function secretStep(document: ProofDocument, hashing: Hashing): ProofStep {
  const { secret, t } = document;
  if (secret === null) return { step: "secret", ok: null, faults: [], secret };
  const commitment = commitmentOf(bytes(document.cid), t, bytes(secret), hashing);
  const ok = sameBytes(commitment, bytes(document.commitment));
  return { step: "secret", ok, faults: faultUnless(ok, "secretOther"), secret };
}

function chainStep(document: ProofDocument, walk: boolean, hashing: Hashing): ProofStep {
  const { secret, t, anchor } = document;
  if (secret === null || !walk) return { step: "chain", ok: null, faults: [], anchor, hashes: t };
  const start = walkBack({ cid: bytes(document.cid), secret: bytes(secret), from: t, to: 0 }, hashing);
  const ok = sameBytes(start, bytes(anchor));
  return { step: "chain", ok, faults: faultUnless(ok, "anchorOther"), anchor, hashes: t };
}

function merkleStep(document: ProofDocument, hashing: Hashing): ProofStep {
  const { root, merkleProof, t, chainLength, commitment } = document;
  const ok = verifyMerkle(
    {
      leaf: leafHash(bytes(commitment), hashing),
      index: t - 1,
      count: chainLength,
      siblings: merkleProof.map(bytes),
      root: bytes(root),
    },
    hashing,
  );
  return { step: "merkle", ok, faults: faultUnless(ok, "rootOther"), root, nodes: merkleProof.length };
}

function beaconStep(document: ProofDocument, verify: VerifyBeacon): ProofStep {
  const { beacon, beaconSignature } = document;
  const round = document.round ?? 0;
  const base = { step: "beacon", round, roundAt: roundTime(round), beacon } as const;
  if (beacon === null && beaconSignature === null) {
    const early = document.secret === null;
    return { ...base, ok: early ? null : false, faults: faultUnless(early, "beaconMissing") };
  }
  const signature = bytes(beaconSignature ?? "");
  // The hash first: a pairing takes a thousand times as long.
  if (!sameBytes(randomnessOf(signature), bytes(beacon ?? "")))
    return { ...base, ok: false, faults: faultUnless(false, "beaconOther") };
  const ok = verify(round, signature);
  return { ...base, ok, faults: faultUnless(ok, "beaconSignature") };
}

function numbersStep(document: ProofDocument, draw: VerifyOptions["draw"], hashing: Hashing): ProofStep {
  const { secret, t, mode, round, beacon } = document;
  const missing = secret === null || (mode === 1 && beacon === null);
  if (missing || document.numbers === null)
    return { step: "numbers", ok: null, faults: [], seed: null, numbers: null, trace: [] };
  const seed = drawSeed(
    {
      secret: bytes(secret),
      cid: bytes(document.cid),
      t,
      game: document.gameCode,
      periodNo: document.prizeNo,
      mode,
      salt: bytes(document.salt),
      round,
      beacon: beacon === null ? null : bytes(beacon),
      witness: bytes(document.witness ?? ""),
    },
    hashing,
  );
  const trace: StreamStep[] = [];
  const numbers = draw(uniformOf(seed, hashing, (step) => trace.push(step)));
  const ok = sameNumbers(document.numbers, numbers);
  return { step: "numbers", ok, faults: faultUnless(ok, "numbersOther"), seed: toHex(seed), numbers, trace };
}

/** A check that has one way to fail. */
function faultUnless(ok: boolean, name: PlainFaultName): ProofFault[] {
  return ok ? [] : [{ name }];
}

/** Hex that the document's form has already been checked for. */
function bytes(text: string): Uint8Array {
  const read = fromHex(text);
  if (read === null) throw new TypeError("hex was checked before");
  return read;
}
