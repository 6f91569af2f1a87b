import { p256 } from "@noble/curves/nist.js";

import { randomnessOf } from "@lotus/beacon";
import { roundAfter } from "../drand.ts";
import { concat, fromHex, toHex } from "@lotus/tlog";
import { commitmentOf, commitmentPath, makeChain, secretAt } from "../chain.ts";
import { drawSeed, type FairMode } from "../draw-seed.ts";
import type { ProofDocument } from "../proof-document.ts";
import {
  LOG_START,
  makeRecord,
  type ChainBody,
  type CloseBody,
  type DrawBody,
  type LogRecord,
  type PeriodBody,
  type RecordBodies,
  type RecordType,
  type VoidedBody,
} from "../record.ts";
import { betsRoot } from "../bet-proof/committed.ts";
import { uniformOf } from "../stream.ts";

/*
 * An operator for tests, with fixed keys and secrets: it makes the log and the proof of one period, right or, by
 * `edit`, signed and wrong. Nothing of the product imports it.
 */

/** Round 1000 of drand's quicknet. */
export const ROUND_1000 = {
  round: 1000,
  signature:
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
  beacon: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
} as const;

/** Signatures under a fixed key, hashed once by ECDSA itself, with the key in SPKI DER. */
export function sampleKey(seed = 7): { sign: (message: Uint8Array) => Uint8Array; publicKey: Uint8Array } {
  const secretKey = new Uint8Array(32).fill(seed);
  const spki = fromHex("3059301306072a8648ce3d020106082a8648ce3d030107034200") ?? new Uint8Array(0);
  return {
    sign: (message) => p256.sign(message, secretKey, { lowS: false }),
    publicKey: concat(spki, p256.getPublicKey(secretKey, false)),
  };
}

/** Five digits, the draw the sample uses unless told. */
export const drawDigits = (uniform: (n: number) => number): number[] =>
  Array.from({ length: 5 }, () => uniform(10));

/** What kind of proof to make. */
export interface SampleWishes {
  readonly mode?: FairMode;
  readonly game?: string;
  readonly periodNo?: string;
  readonly t?: number;
  readonly chainLength?: number;
  readonly draw?: (uniform: (n: number) => number) => number[];
  readonly state?: "published" | "closed" | "drawn" | "voided" | "skipped";
  /** Fields put into the signed bodies in place of the right ones. */
  readonly edit?: { readonly [T in RecordType]?: Partial<RecordBodies[T]> };
}

/** A proof as an operator would serve it: the vectors' chain, so that its draw is known. */
export function sampleProof(wishes: SampleWishes = {}): ProofDocument {
  const { mode = 0, game = "FFC", periodNo = "202611210003", t = 3, chainLength = 8 } = wishes;
  const { state = "drawn", draw = drawDigits, edit = {} } = wishes;
  const cid = Uint8Array.from({ length: 16 }, (_, i) => i);
  const chain = makeChain({ cid, lastSecret: new Uint8Array(32).fill(0x11), length: chainLength });
  const secret = secretAt(chain, t);
  const commitment = toHex(commitmentOf(cid, t, secret));
  const salt = new Uint8Array(32);
  const round = mode === 1 ? ROUND_1000.round : null;
  const beaconSignature = mode === 1 ? (fromHex(ROUND_1000.signature) ?? null) : null;
  const beacon = beaconSignature === null ? null : randomnessOf(beaconSignature);
  const witness = new Uint8Array(0);
  const seed = drawSeed({ secret, cid, t, game, periodNo, mode, salt, round, beacon, witness });
  const numbers = draw(uniformOf(seed));
  const drawn = state === "drawn";
  const { sign, publicKey } = sampleKey();
  const bodies: { readonly [T in RecordType]: RecordBodies[T] } = {
    chain: chainBody({
      game,
      cid: toHex(cid),
      n: chainLength,
      anchor: toHex(chain.anchor),
      root: toHex(chain.root),
    }),
    period: {
      game,
      periodNo,
      t,
      cid: toHex(cid),
      commitment,
      mode,
      salt: toHex(salt),
      round,
      ...timesOf(mode),
    },
    close: closeBody(game, periodNo),
    draw: drawBody({ game, periodNo, secret: toHex(secret), numbers }, state === "voided"),
    skipped: { game, fromPeriod: periodNo, toPeriod: periodNo },
  };
  return {
    scheme: "lot-fair/1",
    gameCode: game,
    prizeNo: periodNo,
    mode,
    cid: toHex(cid),
    chainLength,
    t,
    anchor: toHex(chain.anchor),
    root: toHex(chain.root),
    commitment,
    merkleProof: commitmentPath(chain, t).map(toHex),
    salt: toHex(salt),
    round,
    beacon: drawn && beacon !== null ? toHex(beacon) : null,
    beaconSignature: drawn && beaconSignature !== null ? toHex(beaconSignature) : null,
    witness: "",
    secret: drawn ? toHex(secret) : null,
    numbers: drawn ? numbers : null,
    publicKey: toHex(publicKey),
    records: sampleLog(bodies, edit, TYPES_BY_STATE[state], sign),
  };
}

const TYPES_BY_STATE = {
  published: ["chain", "period"],
  closed: ["chain", "period", "close"],
  drawn: ["chain", "period", "close", "draw"],
  voided: ["chain", "period", "close", "draw"],
  skipped: ["chain", "period", "skipped"],
} as const;

/** The records of the wanted types out of a log that has others between them, as a served proof does. */
function sampleLog(
  bodies: { readonly [T in RecordType]: RecordBodies[T] },
  edit: NonNullable<SampleWishes["edit"]>,
  types: readonly RecordType[],
  sign: (message: Uint8Array) => Uint8Array,
): LogRecord[] {
  const wanted: LogRecord[] = [];
  let head = LOG_START;
  for (const type of types) {
    // The parts of an edit have the type of the body they edit, which TypeScript does not follow here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const body = { ...bodies[type], ...edit[type] } as RecordBodies[RecordType];
    const record = makeRecord({ type, body, previousHash: head }, sign);
    wanted.push(record);
    const { game } = bodies.chain;
    const other: CloseBody = { ...closeBody(game, "202611200001"), orders: wanted.length };
    // Chain and period are neighbours in this log; a close of another period stands after the others.
    head =
      type === "chain"
        ? record.hash
        : makeRecord({ type: "close", body: other, previousHash: record.hash }, sign).hash;
  }
  return wanted;
}

function chainBody(body: Omit<ChainBody, "firstPeriod">): ChainBody {
  return { ...body, firstPeriod: "202611210001" };
}

/** In mode 1 the sale closes just before round 1000, which drand published in 2023. */
function timesOf(mode: FairMode): Pick<PeriodBody, "openAt" | "closeAt" | "drawAt"> {
  const drawAt = mode === 1 ? closeBefore(ROUND_1000.round) + 5000 : Date.UTC(2026, 10, 20, 17, 3);
  return { openAt: drawAt - 60_000, closeAt: drawAt - 5000, drawAt };
}

function closeBefore(round: number): number {
  let at = 1_692_803_367_000 + (round - 2) * 3000;
  while (roundAfter(at + 1000) === round) at += 1000;
  return at;
}

function closeBody(game: string, periodNo: string): CloseBody {
  return { game, periodNo, orders: 0, stake: "0.00", betsRoot: toHex(betsRoot([])) };
}

function drawBody(body: DrawBody, voided: boolean): DrawBody | VoidedBody {
  return voided ? { ...body, secret: null, numbers: null, voided: "no beacon" } : body;
}
