import { canonicalJson, type CanonicalValue, type DrawLogEntry } from "@lotus/fair";

/** A version of the odds, before the first order under it. `hash` is SHA-256 of the RFC 8785 JSON of its table. */
export interface OddsEntry {
  readonly type: "odds";
  readonly version: number;
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly from: number;
}

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

/** What the operator owes its players: root and sum of the tree over their balances. */
export interface LiabilitiesEntry {
  readonly type: "liabilities";
  readonly root: string;
  readonly sum: string;
  readonly at: number;
}

/** An entry of the public log. */
export type LogEntry = DrawLogEntry | OddsEntry | KeyEntry | RestoredEntry | LiabilitiesEntry;

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
