import { readSignature } from "@lotus/beacon";
import {
  type Form,
  isCount,
  isGameCode,
  isHex,
  isList,
  isMatch,
  isObject,
  isPeriodNo,
  isRecord,
  isText,
  misshapen,
  optional,
  orNull,
} from "../forms.ts";

/** Name of the scheme. */
export const BEACON_SCHEME = "lot-fair/2";

/** An entry of the log with the proof that it is in it. */
export interface ProvenEntry {
  readonly type: string;
  /** The entry's text, verbatim. */
  readonly body: string;
  /** A tlog-proof@v1. */
  readonly proof: string;
}

/** The proof of a draw: everything that is needed to verify it, without trust in who provides it. */
export interface DrawProofDocument {
  readonly scheme: typeof BEACON_SCHEME;
  readonly gameCode: string;
  readonly prizeNo: string;
  readonly round: number;
  /** Epoch milliseconds. */
  readonly roundTime: number;
  readonly beacon: {
    readonly hash: string;
    readonly publicKey: string;
    readonly genesis: number;
    readonly period: number;
    readonly scheme: string;
    /** Null until the round is known. */
    readonly signature: string | null;
    /** Follows from the signature; false if it differs. */
    readonly randomness?: string | null;
  };
  /** Null until the draw. */
  readonly numbers: readonly number[] | null;
  /** The existing ones, in the order of the log. */
  readonly entries: readonly ProvenEntry[];
  /** The `odds` entries from the period's version on, up to the close. Documents of earlier servers lack them. */
  readonly odds?: readonly ProvenEntry[] | undefined;
  /** The operator's tlog-policy. A verifier uses its own. */
  readonly policy: string;
}

/** An entry has at most 64 KB, a proof 63 hashes and a checkpoint. */
const MAX_ENTRY = 65_535;
const MAX_PROOF = 262_144;

/** Odds change a few times in a period at most. */
const MAX_ODDS = 256;
const isEntry = isObject({ type: isText(20), body: isText(MAX_ENTRY), proof: isText(MAX_PROOF) });

const FORMS: { readonly [Name in keyof DrawProofDocument]-?: Form } = {
  scheme: (value) => value === BEACON_SCHEME,
  gameCode: isGameCode,
  prizeNo: isPeriodNo,
  round: isCount,
  roundTime: isCount,
  beacon: isObject({
    hash: isHex(32),
    publicKey: isHex(96),
    genesis: isCount,
    period: isCount,
    scheme: isText(100),
    signature: orNull((value) => readSignature(value) !== null),
    randomness: optional(orNull(isMatch(/^[0-9a-f]{64}$/iu))),
  }),
  numbers: orNull(isList(10, isCount)),
  entries: isList(16, isEntry),
  odds: optional(isList(MAX_ODDS, isEntry)),
  policy: isText(65_535),
};

/** Reads a proof document; otherwise the names of the fields that are missing or malformed. */
export function readDrawProof(
  value: unknown,
):
  | { readonly ok: true; readonly document: DrawProofDocument }
  | { readonly ok: false; readonly fields: readonly string[] } {
  if (!isRecord(value)) return { ok: false, fields: ["document"] };
  const fields = misshapen(value, FORMS);
  if (fields.length > 0) return { ok: false, fields };
  // Each field has been checked against its form.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ok: true, document: value as DrawProofDocument };
}
