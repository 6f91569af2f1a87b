/** What is wrong with the proof as a whole, or with the one thing a step is about. */
export type PlainFaultName =
  /** It is about something else than what was asked for. */
  | "otherGame"
  | "otherPeriod"
  | "otherKey"
  | "otherResult"
  /** The records do not go together. */
  | "recordsOrder"
  | "closeMissing"
  | "skippedSold"
  | "skippedBefore"
  | "voidedDrawn"
  | "noCommitment"
  | "chainLater"
  | "timesOrder"
  | "roundEarly"
  /** The computation comes to something else. */
  | "secretOther"
  | "anchorOther"
  | "rootOther"
  | "beaconMissing"
  | "beaconOther"
  | "beaconSignature"
  | "numbersOther";

/** What is wrong with one record. */
type RecordFaultName =
  | "recordHash"
  | "recordSignature"
  | "recordType"
  | "recordBody"
  | "recordGame"
  | "recordTwice"
  | "recordOrder";

/**
 * What is wrong with a proof, by name, with what its words speak of: `field` of the document, `type` of a record,
 * `record` its place in the list from 1. The words are its reader's own: `verify.fault.<name>` of packages/locales.
 */
export type ProofFault =
  | { readonly name: PlainFaultName }
  | { readonly name: RecordFaultName; readonly record: number; readonly type: string }
  | { readonly name: "recordMissing"; readonly type: string }
  | { readonly name: "recordsMany"; readonly type: string; readonly count: number }
  /** A record and the document say different things. */
  | { readonly name: "differs"; readonly type: string; readonly field: string }
  /** A field is missing or not of its form; one is there that no draw record says. */
  | { readonly name: "malformed" | "undrawn"; readonly field: string };
