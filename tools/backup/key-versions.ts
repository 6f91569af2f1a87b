import { SEALED_CONTACTS } from "@lotus/server/accounts";
import type { BulkConnection } from "@lotus/server/db/bulk";
import { SEALED_OPERATORS } from "@lotus/server/desk";
import { SEALED_EXPORTS } from "@lotus/server/privacy";
import { SEALED_SERVICE } from "@lotus/server/service";
import type { Keys } from "@lotus/server/settings/keys";
import { SEALED_ADDRESSES } from "@lotus/server/wallet";
import { quoted } from "./tables.ts";

/** The kinds of key without which rows cannot be read; the others are needed only for operation. */
type NeededKind = "data" | "blindIndex" | "pepper";

/** The versions of keys that rows were sealed with. */
export type NeededKeys = Readonly<Record<NeededKind, readonly number[]>>;

const COLUMNS = [
  ...SEALED_CONTACTS,
  ...SEALED_ADDRESSES,
  ...SEALED_SERVICE,
  ...SEALED_EXPORTS,
  ...SEALED_OPERATORS,
];

/** Encrypted and indexed values start with the version of their key: two bytes, big-endian. */
const leading = (table: string, column: string, place = ""): string =>
  `SELECT DISTINCT get_byte(${quoted(column)}${place}, 0) * 256 + get_byte(${quoted(column)}${place}, 1) AS version
   FROM ${quoted(table)} WHERE ${quoted(column)} IS NOT NULL`;

/** A password hash names the version of its pepper, in base64 of decimal digits without padding. */
const peppered = (table: string, column: string): string =>
  `SELECT DISTINCT convert_from(decode(rpad(id, (length(id) + 3) / 4 * 4, '='), 'base64'), 'UTF8')::int AS version
   FROM (SELECT DISTINCT substring(${column} FROM 'keyid=([A-Za-z0-9+/]+)') AS id FROM ${table}) AS used
   WHERE id IS NOT NULL`;

const STATEMENTS: Readonly<Record<NeededKind, readonly string[]>> = {
  data: COLUMNS.map(({ table, column }) => leading(table, column)),
  blindIndex: COLUMNS.flatMap(({ table, index }) =>
    index === undefined ? [] : leading(table, index.column, index.texts === undefined ? "" : "[1]"),
  ),
  pepper: [
    peppered("player", "password_hash"),
    peppered("player", "trans_password_hash"),
    peppered("operator", "password_hash"),
  ],
};

/** Which versions of the keys the rows in the connection's snapshot need. */
export async function neededKeys(connection: BulkConnection): Promise<NeededKeys> {
  const versions = async (kind: NeededKind): Promise<number[]> => {
    const rows = await connection.query<{ version: number }>(
      `SELECT DISTINCT version FROM (${STATEMENTS[kind].join(" UNION ALL ")}) AS used ORDER BY 1`,
    );
    return rows.map(({ version }) => version);
  };
  return {
    data: await versions("data"),
    blindIndex: await versions("blindIndex"),
    pepper: await versions("pepper"),
  };
}

/** In words: "data 1 and 2, blindIndex 2, pepper 1". */
export function keysInWords(needed: Readonly<Record<string, readonly number[]>>): string {
  const kinds = Object.entries(needed).filter(([, versions]) => versions.length > 0);
  return kinds.map(([kind, versions]) => `${kind} ${versions.join(" and ")}`).join(", ") || "none";
}

/** The keys that rows need and that are not among these, as "data 1". */
export function missingKeys(
  needed: Readonly<Record<string, readonly number[]>>,
  held: Keys,
): readonly string[] {
  return Object.entries(needed).flatMap(([kind, versions]) => {
    const ring = Object.entries(held).find(([name]) => name === kind)?.[1];
    return versions
      .filter((version) => ring?.of(version) === undefined)
      .map((version) => `${kind} ${version}`);
  });
}
