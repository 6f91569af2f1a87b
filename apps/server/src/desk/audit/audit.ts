import type { AuditRow, HouseAction } from "@lotus/contract/desk";
import { isRole } from "../operators/role.ts";
import type { Queries } from "../../db/database.ts";
import { instantOf } from "../lists.ts";
import * as sql from "./audit.sql.ts";

interface Row {
  readonly id: bigint;
  readonly at_ms: bigint;
  readonly operator_id: bigint | null;
  readonly operator_name: string | null;
  readonly role: string | null;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly address: string;
}

/** Writes what the server did by itself, by its rules, in the transaction that did it. It has no operator. */
export async function auditOfHouse(
  tx: Queries,
  line: {
    readonly action: HouseAction;
    readonly subject: string;
    readonly detail: Readonly<Record<string, string | number | null>>;
  },
): Promise<void> {
  await tx.query(sql.WRITE, [null, null, line.action, line.subject, null, JSON.stringify(line.detail), ""]);
}

/** Filter of log lines. */
export interface AuditFilter {
  readonly operator_id?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Lines of the audit log, newest first. */
export async function readAudit(
  db: Queries,
  filter: AuditFilter,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<readonly { readonly id: bigint; readonly row: AuditRow }[]> {
  const rows = await db.query<Row>(sql.LIST, [
    before,
    limit,
    filter.operator_id ?? null,
    filter.action ?? null,
    filter.subject ?? null,
    instantOf(filter.from),
    instantOf(filter.to),
  ]);
  return rows.map((row) => ({ id: row.id, row: auditRowOf(row) }));
}

function auditRowOf(row: Row): AuditRow {
  return {
    id: String(row.id),
    time: Number(row.at_ms),
    operator:
      row.operator_id === null ? null : { id: String(row.operator_id), name: row.operator_name ?? "" },
    role: isRole(row.role) ? row.role : null,
    action: row.action,
    subject: row.subject,
    reason: row.reason,
    detail: { ...row.detail },
    address: row.address,
  };
}
