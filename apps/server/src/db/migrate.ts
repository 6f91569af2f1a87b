import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import { StartupError } from "../settings/startup-error.ts";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import type { ClusterLog } from "./cluster/log.ts";
import { sqlState } from "./errors.ts";

const MIGRATIONS_FOLDER = join(import.meta.dirname, "migrations");
const RIGHTS_FILE = join(import.meta.dirname, "rights.sql");

/** While a migration waits for a table, every later statement waits behind it, bets included. */
const LOCK_TIMEOUT_MS = 500;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;
/** SQLSTATE of a migration that this data rules out, with a message for the operator. */
const CANNOT_CONTINUE = "LT003";
/** About five minutes with the pauses. */
const LOCK_ATTEMPTS = 60;

export interface MigrateOptions {
  /** Connection string of the role that owns the tables. */
  readonly url: string;
  /** The role the running server connects as; the migrations name it lotus_app. */
  readonly appRole: string;
  readonly log: ClusterLog;
  /** Where the numbered folders are; for tests. */
  readonly folder?: string;
  /** Stops after this number, to test rows that were written when it was the last one. */
  readonly upTo?: number;
  /** Waits before a lock on a table in use is requested again; for tests. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** A migration by number, with the checksum that reveals an edited one. */
export interface KnownMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** The migrations of this version of the server, in order. */
export function knownMigrations(): readonly KnownMigration[] {
  return readMigrations(MIGRATIONS_FOLDER).map(({ number, name, checksum }) => ({ number, name, checksum }));
}

interface Migration extends KnownMigration {
  readonly up: string;
  readonly check: string | null;
  /** The lowest number that a server must know to run on it: its own, or an earlier one that its text names. */
  readonly runsWith: number;
}

/** In the text of a migration that earlier servers run on: what they do not know stays optional until the next one. */
const RUNS_WITH = /^-- Runs with servers that know migration (\d{3})\.$/mu;

/**
 * Applies, forward only, each `NNN-name/up.sql` that this database lacks, each in one transaction with its `check.sql`
 * (every value of every row must be true), then the rights of the running role. Nodes that start at the same time wait
 * for each other. Locks on tables are requested with a short timeout and retried, so that nobody waits long behind the
 * migration. A database of a newer version is left as it is if its migrations say that this version runs on it, so that
 * servers can be replaced one by one, and back. @returns the names applied now
 * @throws StartupError when an applied migration was edited, a number is missing, the database is newer or a table
 *   was in use for minutes, or the data cannot be continued by this version
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const migrations = readMigrations(options.folder ?? MIGRATIONS_FOLDER);
  const client = new Client({ connectionString: options.url, application_name: "lotus-migrate" });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCKS.migrate]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      number int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`);
    const applied = await readApplied(client);
    checkHistory(migrations, applied);
    if (Math.max(0, ...applied.keys()) > migrations.length) {
      options.log.info("the database is of a newer version, with which this one works too");
      return [];
    }
    const { upTo = Number.POSITIVE_INFINITY } = options;
    const waiting = migrations.filter(({ number }) => !applied.has(number) && number <= upTo);
    for (const migration of waiting) {
      await whenFree(options, migration.name, () => apply(client, migration, options.appRole));
      options.log.info(`migration ${migration.name} applied`);
    }
    if (options.folder === undefined) {
      const known = applied.get(0)?.checksum;
      await whenFree(options, "rights.sql", () =>
        applyRights(client, options.appRole, known, waiting.length > 0),
      );
    }
    return waiting.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{3}-[a-z0-9-]+$/.test(name))
    .sort();
  return names.map((name, index) => {
    const number = Number(name.slice(0, 3));
    if (number !== index + 1)
      throw new StartupError(`migration ${String(index + 1).padStart(3, "0")} is missing before ${name}`);
    const up = readFileSync(join(folder, name, "up.sql"), "utf8");
    const checkFile = join(folder, name, "check.sql");
    const check = existsSync(checkFile) ? readFileSync(checkFile, "utf8") : null;
    const runsWith = Number(RUNS_WITH.exec(up)?.[1] ?? number);
    return { number, name, up, check, runsWith, checksum: checksumOf(up) };
  });
}

type Applied = ReadonlyMap<number, AppliedMigration>;

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  /** Null for those applied before it was stored. */
  readonly runsWith: number | null;
}

async function readApplied(client: Client): Promise<Applied> {
  const { rows } = await client.query<AppliedMigration & { readonly number: number }>(
    // The column may be missing still.
    `SELECT number, name, checksum, (to_jsonb(m) ->> 'runs_with')::int AS "runsWith" FROM schema_migration AS m`,
  );
  return new Map(rows.map((row) => [row.number, row]));
}

function checkHistory(migrations: readonly Migration[], applied: Applied): void {
  const last = Math.max(0, ...applied.keys());
  const foreign = [...applied].filter(([number]) => number > migrations.length);
  if (foreign.some(([number, { runsWith }]) => (runsWith ?? number) > migrations.length)) {
    throw new StartupError(
      `the database is at migration ${last} and this version of the server knows ${migrations.length}: start the newer version`,
    );
  }
  for (const { number, name, checksum } of migrations) {
    const seen = applied.get(number);
    if (seen !== undefined && seen.checksum !== checksum) {
      throw new StartupError(
        `migration ${name} was changed after it was applied as ${seen.name}: bring its text back and add a new one`,
      );
    }
    if (seen === undefined && number < last)
      throw new StartupError(`migration ${name} was left out although ${last} is applied`);
  }
}

async function apply(client: Client, migration: Migration, appRole: string): Promise<void> {
  await inTransaction(client, async () => {
    await run(client, migration.name, forRole(migration.up, appRole));
    if (migration.check !== null) await check(client, migration.name, migration.check);
    await client.query("INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)", [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    // Only a migration that says so itself can have come after the column.
    if (migration.runsWith !== migration.number)
      await client.query("UPDATE schema_migration SET runs_with = $2 WHERE number = $1", [
        migration.number,
        migration.runsWith,
      ]);
  });
}

async function check(client: Client, name: string, text: string): Promise<void> {
  const { rows } = await client.query<Record<string, unknown>>(text);
  const allTrue = rows.length > 0 && rows.every((row) => Object.values(row).every((value) => value === true));
  if (!allTrue) throw new Error(`the check of migration ${name} failed: ${JSON.stringify(rows.slice(0, 5))}`);
}

/** Rights depend on the tables, so they are applied again whenever either changed. */
async function applyRights(
  client: Client,
  appRole: string,
  known: string | undefined,
  tablesChanged: boolean,
): Promise<void> {
  const text = forRole(readFileSync(RIGHTS_FILE, "utf8"), appRole);
  const checksum = checksumOf(text);
  if (known === checksum && !tablesChanged) return;
  const { rows } = await client.query<{ user: string }>('SELECT current_user AS "user"');
  await inTransaction(client, async () => {
    // A single role that is both owner and server has every right already.
    if (rows[0]?.user !== appRole) await run(client, "rights.sql", text);
    await client.query(
      `INSERT INTO schema_migration (number, name, checksum) VALUES (0, 'rights', $1)
       ON CONFLICT (number) DO UPDATE SET checksum = excluded.checksum, applied_at = clock_timestamp()`,
      [checksum],
    );
  });
}

/** Runs the work and, on lock timeouts, retries it after a pause. */
async function whenFree(options: MigrateOptions, name: string, work: () => Promise<void>): Promise<void> {
  const pause = options.pause ?? sleep;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt >= LOCK_ATTEMPTS)
        throw new StartupError(
          `migration ${name} needs a table that was in use ${attempt} times it asked: end the long transactions (pg_stat_activity) and start again`,
        );
      if (attempt === 1) options.log.warn(`migration ${name} waits for a table that is in use`);
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS));
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === "55P03" || (error instanceof Error && sqlState(error.cause) === "55P03");
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  await client.query("SELECT set_config('lock_timeout', $1, true)", [`${LOCK_TIMEOUT_MS}ms`]);
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

async function run(client: Client, name: string, text: string): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (sqlState(error) === CANNOT_CONTINUE)
      throw new StartupError(`this data cannot be continued: ${reason}`, { cause: error });
    const at =
      error instanceof Error && "position" in error ? ` (line ${lineOf(text, Number(error.position))})` : "";
    throw new Error(`${name} failed: ${reason}${at}`, { cause: error });
  }
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

/** In an operator's own database the running role may have another name. */
function forRole(text: string, appRole: string): string {
  return text.replaceAll(/\blotus_app\b/g, () => escapeIdentifier(appRole));
}

function checksumOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
