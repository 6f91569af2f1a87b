import type { Queries } from "../../db/database.ts";
import { sql } from "../../db/database.ts";

/** An operator as named in other records. */
export interface OperatorRef {
  readonly id: string;
  readonly name: string;
}

const NAMES = sql`SELECT id, name FROM operator WHERE id = ANY ($1::bigint[])`;

/** Names of operators by id; null stays null. */
export async function operatorNames(
  db: Queries,
  ids: readonly (bigint | null)[],
): Promise<(id: bigint | null) => OperatorRef | null> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows = wanted.length === 0 ? [] : await db.query<{ id: bigint; name: string }>(NAMES, [wanted]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : { id: String(id), name: names.get(id) ?? "" });
}
