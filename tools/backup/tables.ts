import type { BulkConnection } from "@lotus/server/db/bulk";

/** A table to back up: logged, and not a partition. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Written by migrating, and never restored. */
const MIGRATION_TABLE = "schema_migration";

const TABLES = `
  SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relpersistence = 'p' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.relname ORDER BY c.relname`;

const REFERENCES = `
  SELECT DISTINCT f.relname AS from_table, t.relname AS to_table
  FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND k.conrelid <> k.confrelid AND NOT f.relispartition
    AND f.relnamespace = 'public'::regnamespace`;

const MONTHS = `
  SELECT p.relname AS table, right(c.relname, 6) AS month
  FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_class c ON c.oid = i.inhrelid
  JOIN pg_partitioned_table t ON t.partrelid = p.oid
  WHERE t.partstrat = 'r' AND p.relnamespace = 'public'::regnamespace ORDER BY 1, 2`;

/** The tables of a server, each after those that it refers to. Unlogged ones contain nothing durable. */
export async function readTables(connection: BulkConnection): Promise<BackupTable[]> {
  const tables = await connection.query<{ name: string; columns: string[] }>(TABLES);
  const references = await connection.query<{ from_table: string; to_table: string }>(REFERENCES);
  const waiting = new Map(
    tables.filter(({ name }) => name !== MIGRATION_TABLE).map((table) => [table.name, table]),
  );
  const ordered: BackupTable[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !references.some((one) => one.from_table === name && waiting.has(one.to_table)),
    );
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...waiting.keys()].join(", ")}`);
    for (const table of ready) {
      waiting.delete(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

/** The months for which partitioned tables have partitions. */
export function readMonths(connection: BulkConnection): Promise<{ table: string; month: string }[]> {
  return connection.query<{ table: string; month: string }>(MONTHS);
}

/** A name in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
