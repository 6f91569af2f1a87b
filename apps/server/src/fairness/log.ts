import { leafHash, utf8 } from "@lotus/tlog";
import type { Queries } from "../db/database.ts";
import { nativeHashing } from "./native-hashing.ts";
import { entryText, type LogEntry, periodOf } from "./log-entry.ts";
import * as sql from "./fairness.sql.ts";

/** A place in the log. */
export interface LogPlace {
  /** From 0. */
  readonly index: number;
  /** 32 bytes. */
  readonly leaf: Uint8Array;
}

/**
 * Appends entries to the public log, in the caller's transaction, and returns their places. Writers wait for each
 * other from here to their commits, so this comes last in a transaction.
 */
export async function appendEntries(tx: Queries, entries: readonly LogEntry[]): Promise<LogPlace[]> {
  if (entries.length === 0) return [];
  const [head] = await tx.query<{ first: bigint; log: number }>(sql.RESERVE, [entries.length]);
  if (head === undefined) throw new Error("the log has no head");
  const first = Number(head.first);
  const bodies = entries.map(entryText);
  const leaves = bodies.map((body) => leafHash(utf8(body), nativeHashing));
  const periods = entries.map(periodOf);
  await tx.query(sql.APPEND, [
    first,
    entries.map(({ type }) => type),
    periods.map((period) => period?.game ?? null),
    periods.map((period) => period?.periodNo ?? null),
    bodies,
    leaves.map((leaf) => Buffer.from(leaf)),
    head.log,
  ]);
  return leaves.map((leaf, at) => ({ index: first + at, leaf }));
}
