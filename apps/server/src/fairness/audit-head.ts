import type { Queries } from "../db/database.ts";
import type { LeaderTransaction } from "./checkpoints.ts";
import * as sql from "./fairness.sql.ts";
import { appendEntries } from "./log.ts";
import type { AuditEntry } from "./log-entry.ts";

/**
 * The end of the desk's audit log, as an entry of the public log. The caller's transaction holds the end of the public log from
 * here to its commit, so that no entry tells of less than one before it.
 */
export async function auditEntry(tx: Queries): Promise<AuditEntry> {
  await tx.query(sql.HOLD_END);
  const [row] = await tx.query<{ size: bigint; head: string; at: bigint }>(sql.AUDIT_HEAD);
  if (row === undefined) throw new Error("the audit log has no head");
  return { type: "audit", size: Number(row.size), head: row.head, at: Number(row.at) };
}

/** Appends it if the audit log has grown and the public log has not told of it for ten minutes. */
export async function appendAuditIfDue(transaction: LeaderTransaction): Promise<void> {
  await transaction(async (tx) => {
    const [due] = await tx.query(sql.AUDIT_DUE);
    if (due !== undefined) await appendEntries(tx, [await auditEntry(tx)]);
  });
}
