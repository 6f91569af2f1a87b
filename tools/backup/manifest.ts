import type { KnownMigration } from "@lotus/server/db/migrate";

export const FORMAT = "lotus-backup/1";
export const MANIFEST_NAME = "manifest.json";

/** A table in a backup; its rows are the files `<name>/<number>.copy.gz`, each rows of COPY in text. */
export interface TableInBackup {
  readonly name: string;
  readonly columns: readonly string[];
  /** Decimal. */
  readonly rows: string;
  readonly files: number;
}

/** Content of a backup, from its `manifest.json`. Tables come after those that they refer to. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** When its snapshot was taken, by the clock of the database: everything answered before is in it. */
  readonly taken: string;
  readonly postgres: string;
  readonly migrations: readonly KnownMigration[];
  readonly tables: readonly TableInBackup[];
  /** What each sequence last gave out; null when it has given nothing. */
  readonly sequences: readonly { readonly name: string; readonly last: string | null }[];
  /** The months (UTC, YYYYMM) of the tables partitioned by month. */
  readonly months: readonly { readonly table: string; readonly month: string }[];
  /** The versions of the keys that the rows were sealed with, by kind; the keys themselves are not in a backup. */
  readonly keys: Readonly<Record<string, readonly number[]>>;
}

/** Reads the manifest of a verified file; null if it has another format. */
export function readManifest(text: string): Manifest | null {
  // Written by a backup: its bytes were verified with the file's checksum.
  const manifest = JSON.parse(text) as Manifest | { readonly format: unknown };
  return manifest.format === FORMAT ? (manifest as Manifest) : null;
}
