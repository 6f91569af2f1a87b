import { canonicalJson, type CanonicalValue, type DrawLogEntry, type OddsEntry } from "@lotus/fair";

/** The key (vkey) that signs the log after the next checkpoint. */
export interface KeyEntry {
  readonly type: "key";
  readonly key: string;
}

/** The log that this one continues after a backup was restored. */
export interface RestoredEntry {
  readonly type: "restored";
  readonly previousOrigin: string;
  readonly previousSize: number;
  readonly previousRoot: string;
}

/** What the operator owes its players: root and sum of the tree over their balances; no sum of a few players. */
export interface LiabilitiesEntry {
  readonly type: "liabilities";
  readonly root: string;
  readonly sum?: string;
  readonly at: number;
}

/** The end of the audit log of the operator's desk, whose lines are chained by their hashes. */
export interface AuditEntry {
  readonly type: "audit";
  /** Number of its lines. */
  readonly size: number;
  /** Hash of its last link, 32 bytes in hex; zeros before the first line. */
  readonly head: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** An entry of the public log. */
export type LogEntry = DrawLogEntry | OddsEntry | KeyEntry | RestoredEntry | LiabilitiesEntry | AuditEntry;

/** The text of an entry, whose bytes are a leaf of the log. */
export function entryText(entry: LogEntry): string {
  // Entries consist of strings, numbers, arrays and objects.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return canonicalJson(entry as unknown as CanonicalValue);
}

/** The period by which an entry is found; null if it is about none. */
export function periodOf(entry: LogEntry): { readonly game: string; readonly periodNo: string } | null {
  if (entry.type === "skipped") return { game: entry.game, periodNo: entry.fromPeriod };
  return "game" in entry ? { game: entry.game, periodNo: entry.periodNo } : null;
}
