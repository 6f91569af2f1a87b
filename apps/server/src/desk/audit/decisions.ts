import type { Action, DeskDecision } from "@lotus/contract/desk";
import { sql, type Queries } from "../../db/database.ts";

/** What was decided about these things, by whom and with what note, the first decision first. $1 subjects, $2 actions. */
const DECISIONS = sql`
  SELECT a.action, a.operator_id, o.name, epoch_ms(a.at) AS at_ms, coalesce(a.reason, '') AS note,
         CASE WHEN NOT a.detail ? 'currency' THEN a.detail->>'amount' END AS amount, a.detail->>'told' AS told
  FROM audit_log a JOIN operator o ON o.id = a.operator_id
  WHERE a.subject = ANY ($1::text[]) AND a.action = ANY ($2::text[]) ORDER BY a.id`;

interface Row {
  readonly action: string;
  readonly operator_id: bigint;
  readonly name: string;
  readonly at_ms: bigint;
  readonly note: string;
  readonly amount: string | null;
  readonly told: string | null;
}

/** Decisions about things by their subjects in the audit log, for the pages that show these things to operators. */
export async function decisionsOn(
  db: Queries,
  subjects: readonly string[],
  actions: readonly Action[],
): Promise<DeskDecision[]> {
  const rows = await db.query<Row & Record<string, unknown>>(DECISIONS, [subjects, actions]);
  return rows.map(({ action, operator_id: id, name, at_ms: at, ...said }) => ({
    action,
    operator: { id: String(id), name },
    at: Number(at),
    ...said,
  }));
}
