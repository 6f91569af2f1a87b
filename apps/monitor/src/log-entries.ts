import { type CanonicalValue, type DrawLogEntry, parseCanonical, parseEntry } from "@lotus/fair";
import { fromHex, parseVerifierKey } from "@lotus/tlog";

/*
 * Entries of the log: those that proofs of draws contain are read by `@lotus/fair`, the others here.
 */

/** A table of odds, before the first order under it. */
export interface OddsEntry {
  readonly type: "odds";
  readonly version: number;
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly from: number;
}

/** The log continues another one, of which everything after this size was lost. */
export interface RestoredEntry {
  readonly type: "restored";
  readonly previousOrigin: string;
  readonly previousSize: number;
  readonly previousRoot: string;
}

/** The key of later checkpoints. */
export interface KeyEntry {
  readonly type: "key";
  /** A vkey. */
  readonly key: string;
}

/** What the operator owes all players together. */
export interface LiabilitiesEntry {
  readonly type: "liabilities";
  readonly root: string;
  readonly sum: string | number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** An entry that the monitor knows. */
export type LogEntry = DrawLogEntry | OddsEntry | RestoredEntry | KeyEntry | LiabilitiesEntry;

type Check = (value: CanonicalValue | undefined) => boolean;

const count: Check = (value) => typeof value === "number" && value >= 0;
const hash: Check = (value) => fromHex(value, 32) !== null;

/** The fields of the types that are read here. */
const FORMS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  odds: { version: count, hash, from: count },
  restored: {
    previousOrigin: (value) => typeof value === "string",
    previousSize: count,
    previousRoot: hash,
  },
  key: { key: (value) => typeof value === "string" && parseVerifierKey(value) !== null },
  liabilities: {
    root: hash,
    sum: (value) => count(value) || (typeof value === "string" && /^\d{1,18}(?:\.\d{2})?$/u.test(value)),
    at: count,
  },
};

/** Types of later versions are no fault. */
const KNOWN = new Set([
  ...Object.keys(FORMS),
  "house",
  "period",
  "close",
  "draw",
  "settled",
  "void",
  "skipped",
]);

/** Parses an entry: `unknown` if it is of another type, null if it is not what its type must be. */
export function parseLogEntry(body: string): LogEntry | "unknown" | null {
  const value = parseCanonical(body);
  const type = value?.["type"];
  if (value === null || typeof type !== "string") return null;
  if (!KNOWN.has(type)) return "unknown";
  const forms = FORMS[type];
  if (forms === undefined) return parseEntry(body);
  const fields = Object.entries(value).filter(([name]) => name !== "type");
  const isGood =
    fields.length === Object.keys(forms).length &&
    fields.every(([name, field]) => Object.hasOwn(forms, name) && forms[name]?.(field) === true);
  // Each field has been checked against the form of its type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return isGood ? (value as unknown as LogEntry) : null;
}
