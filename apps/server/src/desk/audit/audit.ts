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
  const names = await namesIn(db, rows);
  return rows.map((row) => {
    const own = whoIn(row).flatMap((who) => {
      const name = names.get(who);
      return name === undefined ? [] : [[who, name] as const];
    });
    return { id: row.id, row: { ...auditRowOf(row), names: Object.fromEntries(own) } };
  });
}

/** Fields of the details that hold the id of an operator or a player. */
const IDS = { operator: "operator", confirms: "operator", player: "player", player_id: "player" } as const;

/** The operators and players that a row is about, as "operator 104" and "player 10000001". */
function whoIn({ subject, detail }: Row): readonly string[] {
  const inDetail = Object.entries(IDS).map(([field, kind]) => `${kind} ${String(detail[field])}`);
  return [subject, ...inDetail].filter((who) => /^(?:operator|player) \d{1,18}$/u.test(who));
}

/** The names of all operators and players that rows are about. */
async function namesIn(db: Queries, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const all = [...new Set(rows.flatMap(whoIn))].map((who) => who.split(" "));
  const idsOf = (kind: string) => all.filter(([first]) => first === kind).map(([, id = ""]) => id);
  const found = await db.query<{ who: string; name: string }>(sql.NAMES, [
    idsOf("operator"),
    idsOf("player"),
  ]);
  return new Map(found.map(({ who, name }) => [who, name]));
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
