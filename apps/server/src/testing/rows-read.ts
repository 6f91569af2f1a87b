import type { Queries } from "../db/database.ts";

/** A node of a plan as `EXPLAIN (ANALYZE, FORMAT JSON)` answers it. */
interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The row that such a statement answers. */
export interface ExplainedRow {
  readonly "QUERY PLAN": readonly { readonly Plan: PlanNode }[];
}

/** The partitions of a table that a statement read, with the rows read of each in all its loops. */
export function rowsRead(
  explained: ExplainedRow | undefined,
  table: "bet_order" | "transfer",
): Readonly<Record<string, number>> {
  const rows: Record<string, number> = {};
  const visit = (node: PlanNode): void => {
    const partition = node["Relation Name"];
    const read = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
    if (partition?.startsWith(`${table}_`) === true) rows[partition] = (rows[partition] ?? 0) + read;
    for (const child of node.Plans ?? []) visit(child);
  };
  for (const { Plan: plan } of explained?.["QUERY PLAN"] ?? []) visit(plan);
  return rows;
}

/** Runs a statement and answers which partitions of a table it read, with the rows read of each. */
export async function rowsReadBy(
  db: Queries,
  table: Parameters<typeof rowsRead>[1],
  statement: { readonly name: string; readonly text: string },
  values: readonly unknown[],
): Promise<Readonly<Record<string, number>>> {
  const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`;
  const [row] = await db.query<ExplainedRow>({ name: `explain-${statement.name}`, text }, values);
  return rowsRead(row, table);
}
