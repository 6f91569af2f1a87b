import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ROOT } from "../layers.ts";

/** A column as the catalogue of PostgreSQL names it. */
export interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly key: boolean;
  /** Table of its foreign key, or null. */
  readonly foreign: string | null;
}

interface Table {
  readonly name: string;
  readonly module: string;
  /** The comment above its CREATE TABLE, or an empty string. */
  readonly purpose: string;
  readonly columns: readonly Column[];
}

interface Reference {
  readonly from: string;
  readonly to: string;
  readonly column: string;
}

/** Every column of every table of a migrated database; partitions are left out. */
export const COLUMNS_QUERY = `
  SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    coalesce(a.attnum = ANY (p.conkey), false) AS key,
    (SELECT f.confrelid::regclass::text FROM pg_constraint f
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum] LIMIT 1) AS foreign
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_constraint p ON p.conrelid = c.oid AND p.contype = 'p'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY c.relname, a.attnum`;

/** Modules of migrations that are not named after theirs. */
const MODULE_OF: Readonly<Record<string, string>> = {
  "004-wallet": "wallet",
  "010-contacts": "accounts",
  "011-addresses": "wallet",
  "012-withdrawals": "wallet",
  "013-recharges": "wallet",
  "017-settlement-by-winner": "settlement",
  "019-turnover-mark": "reports",
  "020-desk-live": "desk",
  "021-operator-requests": "desk",
  "022-open-stakes": "betting",
  "023-exposure": "betting",
  "024-coverage": "betting",
  "025-desk-duties": "desk",
  "027-known-origins": "accounts",
  "007-live": "events",
  "044-privacy": "privacy",
  "073-numbers-by-house-days-ledger": "ledger",
  "055-chase": "chases",
  "audit-chain": "desk",
  insiders: "desk",
};

/** What a column refers to where partitions, or the speed of placing, leave no room for a foreign key. */
const IMPLIED: Readonly<Record<string, string>> = {
  player_id: "player",
  order_id: "bet_order",
  batch_id: "bet_batch",
  transfer_id: "transfer",
  period_no: "period",
};

/** The page docs/data-model.md, from the catalogue of a migrated database and the comments of the migrations. */
export function dataModelPage(columns: readonly Column[]): string {
  const tables = tablesOf(columns);
  const modules = [...new Set(tables.map(({ module }) => module))].toSorted();
  const references = tables.flatMap(referencesOf);
  return [
    "# Data model",
    "",
    `Made from the migrations in \`apps/server/src/db/migrations\`: ${tables.length} tables. After a migration, ` +
      "`npx vitest run --project db tools/data-model -u` writes it anew; a test compares the two.",
    "",
    "Money is `bigint` in minor units, times are `timestamptz` of the database's clock. A dashed arrow is a reference " +
      "without a foreign key: its table is partitioned, or written on the path of a bet.",
    "",
    "## Modules",
    "",
    "Which module's tables refer to which other's. References to a player are left out: nearly all have one.",
    "",
    ...modulesFigure(tables, references),
    ...modules.flatMap((module) => moduleSection(module, tables, references)),
  ].join("\n");
}

function tablesOf(columns: readonly Column[]): readonly Table[] {
  const origins = originsOf();
  return [...new Set(columns.map(({ table }) => table))].flatMap((name) => {
    const origin = origins.get(name);
    // The list of applied migrations is made by the program that applies them.
    if (origin === undefined) return [];
    return { name, ...origin, columns: columns.filter(({ table }) => table === name) };
  });
}

/** Module and purpose of each table, from the migration that creates it. */
function originsOf(): ReadonlyMap<string, Pick<Table, "module" | "purpose">> {
  const origins = new Map<string, Pick<Table, "module" | "purpose">>();
  for (const path of globSync("apps/server/src/db/migrations/*/up.sql", { cwd: ROOT }).toSorted()) {
    const migration = basename(dirname(path));
    const name = migration.replace(/^\d+-/u, "");
    const module = MODULE_OF[migration] ?? MODULE_OF[name] ?? name;
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const match of text.matchAll(/((?:^--.*\n)*)^CREATE (?:UNLOGGED )?TABLE (\w+)/gmu)) {
      const [, comment = "", table = ""] = match;
      origins.set(table, {
        module,
        purpose: comment
          .replaceAll(/^--\s?/gmu, "")
          .trim()
          .replaceAll("\n", " "),
      });
    }
  }
  return origins;
}

function referencesOf({ name, columns }: Table): readonly Reference[] {
  return columns.flatMap((column) => {
    const to = column.foreign ?? IMPLIED[column.name];
    return to === undefined || to === name ? [] : { from: name, to, column: column.name };
  });
}

function modulesFigure(tables: readonly Table[], references: readonly Reference[]): readonly string[] {
  const moduleOf = new Map(tables.map(({ name, module }) => [name, module]));
  const arrows = references
    .filter(({ to }) => to !== "player")
    .map(({ from, to }) => [moduleOf.get(from), moduleOf.get(to)] as const)
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => `  ${from} --> ${to}`);
  const counts = Map.groupBy(tables, ({ module }) => module);
  const nodes = [...counts].map(([module, { length }]) => `  ${module}["${module} (${length})"]`);
  return ["```mermaid", "flowchart TD", ...nodes.toSorted(), ...[...new Set(arrows)].toSorted(), "```", ""];
}

function moduleSection(
  module: string,
  tables: readonly Table[],
  references: readonly Reference[],
): readonly string[] {
  const own = tables.filter((table) => table.module === module);
  const names = new Set(own.map(({ name }) => name));
  const keyed = new Set(
    own.flatMap(({ name, columns }) =>
      columns.filter(({ foreign }) => foreign).map((column) => `${name}.${column.name}`),
    ),
  );
  const arrows = references
    .filter(({ from }) => names.has(from))
    .map(
      ({ from, to, column }) =>
        `  ${from} }o${keyed.has(`${from}.${column}`) ? "--" : ".."}|| ${to} : ${column}`,
    );
  const boxes = own.flatMap(({ name, columns }) => [
    `  ${name} {`,
    ...columns
      .filter(({ key }) => key)
      .map((column) => `    ${column.type.replaceAll(/\W+/gu, "_")} ${column.name} PK`),
    "  }",
  ]);
  return [
    `## ${module}`,
    "",
    "```mermaid",
    "erDiagram",
    ...boxes,
    ...arrows,
    "```",
    "",
    ...own.flatMap(({ name, purpose, columns }) => [
      `### ${name}`,
      "",
      ...(purpose === "" ? [] : [purpose, ""]),
      columns.map((column) => `\`${column.name}\` ${column.type}${column.key ? " (key)" : ""}`).join(" · "),
      "",
    ]),
  ];
}
