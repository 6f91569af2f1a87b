import {
  type CanonicalValue,
  type DrawLogEntry,
  type OddsEntry,
  parseCanonical,
  parseEntry,
} from "@lotus/fair";
import { fromHex, parseVerifierKey } from "@lotus/tlog";

/*
 * Entries of the log: those that proofs of draws contain are read by `@lotus/fair`, the others here.
 */

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
  /** Left out of a few players. */
  readonly sum?: string | number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The end of the audit log of the operator's desk. */
export interface AuditEntry {
  readonly type: "audit";
  /** Number of its lines. */
  readonly size: number;
  /** Hash of the last link of its chain. */
  readonly head: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** An entry that the monitor knows. */
export type LogEntry = DrawLogEntry | OddsEntry | RestoredEntry | KeyEntry | LiabilitiesEntry | AuditEntry;

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
    sum: (value) =>
      value === undefined ||
      count(value) ||
      (typeof value === "string" && /^\d{1,18}(?:\.\d{2})?$/u.test(value)),
    at: count,
  },
  audit: { size: count, head: hash, at: count },
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
    fields.every(([name]) => Object.hasOwn(forms, name)) &&
    Object.entries(forms).every(([name, check]) => check(value[name]));
  // Each field has been checked against the form of its type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return isGood ? (value as unknown as LogEntry) : null;
}
