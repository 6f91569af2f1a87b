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

/** The partitions of `bet_order` that a statement read, with the rows read of each in all its loops. */
export function ordersRead(explained: ExplainedRow | undefined): Readonly<Record<string, number>> {
  const rows: Record<string, number> = {};
  const visit = (node: PlanNode): void => {
    const table = node["Relation Name"];
    const read = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
    if (table?.startsWith("bet_order_") === true) rows[table] = (rows[table] ?? 0) + read;
    for (const child of node.Plans ?? []) visit(child);
  };
  for (const { Plan: plan } of explained?.["QUERY PLAN"] ?? []) visit(plan);
  return rows;
}
