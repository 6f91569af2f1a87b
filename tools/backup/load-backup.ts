import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ADVISORY_LOCKS } from "@lotus/server/db/advisory-locks";
import { type BulkConnection, openBulk } from "@lotus/server/db/bulk";
import { openDatabase, sql } from "@lotus/server/db/database";
import type { AuditChain } from "@lotus/contract/desk";
import { knownMigrations, migrate } from "@lotus/server/db/migrate";
import { checkAuditChain } from "@lotus/server/desk/audit-chain";
import { checkBooks, type InvariantResult } from "@lotus/server/ledger";
import { StartupError } from "@lotus/server/settings/startup-error";
import { ArchiveReader } from "./archive.ts";
import { quoted, readTables } from "./tables.ts";
import { type Manifest, MANIFEST_NAME, readManifest, type TableInBackup } from "./manifest.ts";

const unpack = promisify(gunzip);
/** Migrations insert a first row into these tables; a database with rows in any other table is in use. */
const BEGUN_BY_MIGRATIONS: ReadonlySet<string> = new Set([
  "ledger_account",
  "audit_head",
  "credential_window",
  "books_check",
  "draw_leader",
  "draw_pulse",
  "log_head",
  "harm_run",
]);
const LONGEST_CHECK_MS = 6 * 3_600_000;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The database that a backup is to be restored into. */
export interface Target {
  /** Connection string of the role that is to own the tables. */
  readonly ownerUrl: string;
  /** The role that the server will run as. */
  readonly appRole: string;
  readonly timeZone: string;
  /** Whether nothing happened after the backup, so that the public log goes on as it is. */
  readonly continuesLog: boolean;
}

/** The next start begins another log, unless there is none yet. */
const MARK_RESTORED = sql`UPDATE log_head SET is_restored = true WHERE origin IS NOT NULL`;

/** A verified backup of this version of the server or an older one. */
export interface OpenBackup {
  readonly manifest: Manifest;
  readonly archive: ArchiveReader;
}

/**
 * Opens a backup after reading it completely once. @throws StartupError if the file is not a complete backup or is from
 * a newer version of the server
 */
export async function openBackup(file: string): Promise<OpenBackup> {
  const archive = await ArchiveReader.open(file);
  try {
    const manifest = readManifest((await archive.read(MANIFEST_NAME)).toString("utf8"));
    if (manifest === null) throw new StartupError(`${file} is a backup of another format`);
    refuseOtherHistory(manifest);
    return { manifest, archive };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

/** What was found of a restored database. */
interface Restored {
  readonly books: readonly InvariantResult[];
  readonly audit: AuditChain;
}

/**
 * Fills an empty database with a backup, in one transaction, brings it up to this version of the server and checks it
 * against every invariant of the books, and its audit log against its chain.
 * @throws StartupError if the database is not empty; nothing has then been changed
 */
export async function restoreBackup(backup: OpenBackup, target: Target): Promise<Restored> {
  const { manifest } = backup;
  const connection = await openBulk(target.ownerUrl, "lotus-restore");
  const { ownerUrl: url, appRole, timeZone, continuesLog } = target;
  try {
    await refuseForeignTables(connection, manifest);
    await migrate({ url, appRole, log: SILENT, upTo: manifest.migrations.length });
    await load(connection, backup);
    await connection.query("ANALYZE");
  } finally {
    await connection.close();
  }
  // Migrations newer than the backup are applied to its rows, as in an upgrade.
  await migrate({ url, appRole, log: SILENT });
  const db = openDatabase({
    url,
    applicationName: "lotus-restore",
    size: 1,
    hotSize: 1,
    // No other client retries at the same time.
    random: () => 0.5,
    statementTimeoutMs: LONGEST_CHECK_MS,
  });
  try {
    const books = await checkBooks(db, "full", timeZone);
    if (books === null) throw new StartupError("a server is running on the database already: stop it first");
    const audit = await checkAuditChain(db);
    if (!continuesLog) await db.query(MARK_RESTORED);
    return { books, audit };
  } finally {
    await db.close();
  }
}

function refuseOtherHistory({ migrations }: Manifest): void {
  const known = knownMigrations();
  if (migrations.length > known.length) {
    throw new StartupError(
      `the backup is at migration ${migrations.length} and this version of the server knows ${known.length}: restore it with the newer version`,
    );
  }
  const other = migrations.find(({ checksum }, index) => checksum !== known[index]?.checksum);
  if (other !== undefined)
    throw new StartupError(
      `migration ${other.name} of the backup is not the one of this version of the server`,
    );
}

/** Checked before any change: tables that no migration of the backup's version created belong to someone else. */
async function refuseForeignTables(connection: BulkConnection, manifest: Manifest): Promise<void> {
  const tables = await readTables(connection);
  if (tables.length === 0) return;
  const [found] = await connection.query<{ present: boolean }>(
    "SELECT to_regclass('schema_migration') IS NOT NULL AS present",
  );
  if (found?.present !== true)
    throw new StartupError("the database holds tables that are not the server's: restore into an empty one");
  await refuseRows(connection, tables);
  const [at] = await connection.query<{ last: number }>(
    "SELECT coalesce(max(number), 0) AS last FROM schema_migration",
  );
  if (at !== undefined && at.last > manifest.migrations.length) {
    throw new StartupError(
      `the database is at migration ${at.last} and the backup at ${manifest.migrations.length}: restore into an empty one`,
    );
  }
}

async function refuseRows(
  connection: BulkConnection,
  tables: readonly { readonly name: string }[],
): Promise<void> {
  for (const { name } of tables) {
    if (BEGUN_BY_MIGRATIONS.has(name)) continue;
    const rows = await connection.query(`SELECT FROM ${quoted(name)} LIMIT 1`);
    if (rows.length > 0)
      throw new StartupError(`the database holds rows already (in ${name}): restore into an empty one`);
  }
}

async function load(connection: BulkConnection, { manifest, archive }: OpenBackup): Promise<void> {
  await connection.query("BEGIN");
  // A server that starts now waits before its migrations, and until then does nothing.
  await connection.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.migrate]);
  const tables = await readTables(connection);
  const names = tables.map(({ name }) => quoted(name)).join(", ");
  await connection.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
  await refuseRows(connection, tables);
  await connection.query(`TRUNCATE ${names}`);
  for (const { table, month } of manifest.months) await openMonth(connection, table, month);
  // Rows written by triggers are already in the backup. References are still checked.
  for (const { name } of tables) await connection.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  for (const table of manifest.tables) await loadTable(connection, archive, table);
  for (const { name } of tables) await connection.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
  for (const { name, last } of manifest.sequences) {
    if (last !== null) await connection.query("SELECT setval($1::regclass, $2, true)", [quoted(name), last]);
  }
  await connection.query("COMMIT");
}

/** Makes the place for one month: the one before `around`, and none ahead. */
async function openMonth(connection: BulkConnection, table: string, month: string): Promise<void> {
  await connection.query(
    `SELECT ensure_month_partitions($1, (to_date($2, 'YYYYMM') + interval '1 month') AT TIME ZONE 'UTC', -1)`,
    [table, month],
  );
}

async function loadTable(
  connection: BulkConnection,
  archive: ArchiveReader,
  table: TableInBackup,
): Promise<void> {
  const { name, columns, rows, files } = table;
  const taken = await connection.copyIn(
    `COPY ${quoted(name)} (${columns.map(quoted).join(", ")}) FROM STDIN`,
    rowsOf(archive, name, files),
  );
  if (taken !== BigInt(rows)) throw new Error(`${name} has ${rows} rows in the backup, and ${taken} came in`);
}

async function* rowsOf(archive: ArchiveReader, name: string, files: number): AsyncGenerator<Buffer> {
  for (let file = 1; file <= files; file += 1)
    yield await unpack(await archive.read(`${name}/${String(file).padStart(5, "0")}.copy.gz`));
}
