import { nameForms, nameSpellings } from "@lotus/contract";
import { sql, type Queries, type Sql } from "../db/database.ts";
import type { Vault } from "./sealing.ts";

/** Purpose of the blind indexes of names. A form is told from a part by its sign. */
const NAMES = "person-name";
const ofForm = (form: string): string => `=${form}`;

/** The index of a name for a sealed column: every form under which it is the same, and each of its parts. */
export const NAME_INDEX = {
  column: "names_by",
  purpose: () => NAMES,
  texts: (name: string): readonly string[] => [
    ...nameForms(name).map(ofForm),
    ...new Set(nameSpellings(name).flat()),
  ],
} as const;

/** What is stored in `names_by`. */
export function nameIndex(vault: Vault, name: string): readonly Uint8Array[] {
  return NAME_INDEX.texts(name).map((text) => vault.blindIndex(NAMES, text));
}

/** What `names_by` of the same name has one of. */
export function sameNameIndexes(vault: Vault, name: string): readonly Uint8Array[] {
  return nameForms(name).flatMap((form) => vault.blindIndexes(NAMES, ofForm(form)));
}

const BY_NAME = {
  player_real_name: bySql(sql`player_real_name`),
  player_identity: bySql(sql`player_identity`),
} as const;

function bySql(table: Sql): { readonly whole: Sql; readonly parts: Sql } {
  const rows = sql`SELECT player_id FROM ${table} WHERE names_by`;
  const newest = sql`ORDER BY player_id DESC LIMIT $2`;
  return {
    whole: sql`${rows} && $1::bytea[] ${newest}`,
    parts: sql`${rows} @> $1::bytea[] ${newest}`,
  };
}

/** The newest players of a table whose names are this one, or have all its parts. */
export async function findByName(
  db: Queries,
  vault: Vault,
  {
    table,
    typed,
    limit,
  }: { readonly table: keyof typeof BY_NAME; readonly typed: string; readonly limit: number },
): Promise<readonly bigint[]> {
  const { whole, parts } = BY_NAME[table];
  const found = new Set<bigint>();
  const add = async (statement: Sql, indexes: readonly Uint8Array[]): Promise<void> => {
    const rows = await db.query<{ player_id: bigint }>(statement, [indexes, limit]);
    for (const row of rows) found.add(row.player_id);
  };
  const spellings = nameSpellings(typed);
  if (spellings.length === 0) return [];
  await add(whole, sameNameIndexes(vault, typed));
  for (const spelling of spellings) {
    const indexes = spelling.map((part) => vault.blindIndexes(NAMES, part));
    // Each part under the first key, each under the second: a row is indexed under one of them.
    for (const key of indexes[0]?.keys() ?? [])
      await add(
        parts,
        indexes.flatMap((ofPart) => ofPart[key] ?? []),
      );
  }
  return [...found].slice(0, limit);
}
