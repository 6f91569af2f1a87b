import { toHex } from "@lotus/tlog";
import {
  LOG_START,
  type LogRecord,
  makeRecord,
  type RecordBodies,
  type RecordType,
  type Sign,
} from "@lotus/fair";
import type { Queries } from "../db/database.ts";
import * as sql from "./draws.sql.ts";

/** A record to be written: its type, its data, and the period it is found by. */
export type Entry = {
  [T in RecordType]: { readonly type: T; readonly periodNo: string; readonly body: RecordBodies[T] };
}[RecordType];

/**
 * Appends records to the log of a game, in the caller's transaction. A lock serializes writers; even without it two
 * could not both succeed, since `seq` is unique.
 */
export async function append(
  tx: Queries,
  sign: Sign,
  game: string,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(sql.LOCK_LOG, [game]);
  const [head] = await tx.query<{ seq: bigint; hash: Uint8Array }>(sql.LOG_HEAD, [game]);
  let previousHash = head === undefined ? LOG_START : toHex(head.hash);
  const records: LogRecord[] = [];
  for (const entry of entries) {
    const record = makeRecord({ type: entry.type, body: entry.body, previousHash }, sign);
    records.push(record);
    previousHash = record.hash;
  }
  await tx.query(sql.APPEND_RECORDS, [
    game,
    head?.seq ?? 0n,
    entries.map(({ type }) => type),
    entries.map(({ periodNo }) => periodNo),
    records.map(({ body }) => body),
    records.map(({ hash }) => bytea(hash)),
    records.map((record) => bytea(record.previousHash)),
    records.map(({ signature }) => bytea(signature)),
  ]);
}

/** Hex as PostgreSQL reads bytes inside an array. */
export function bytea(hex: string): string {
  return `\\x${hex}`;
}
