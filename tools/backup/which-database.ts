import { existsSync } from "node:fs";
import { join } from "node:path";
import { findRunningCluster, ROLE_NAMES } from "@lotus/server/db/cluster/address";
import { openBulk } from "@lotus/server/db/bulk";
import { startCluster } from "@lotus/server/db/cluster/cluster";
import { givenDatabaseUrl } from "@lotus/server/settings/database-url";
import { type Environment, EnvironmentReader } from "@lotus/server/settings/environment";
import { type Keys, readKeys } from "@lotus/server/settings/keys";
import { StartupError } from "@lotus/server/settings/startup-error";

const LOG = { info: () => undefined, warn: console.warn, error: console.error };

/** A database that the environment names, with the role that owns its tables. */
export interface NamedDatabase {
  readonly ownerUrl: string;
  readonly appRole: string;
  /** Its name for display, without secrets. */
  readonly name: string;
  /** Stops a PostgreSQL that was started for this. */
  close(): Promise<void>;
}

/**
 * The database to back up: that of DATABASE_URL, or the embedded one of DATA_DIR, which is started if no server runs on
 * it. @throws StartupError if there is none
 */
export async function sourceDatabase(environment: Environment): Promise<NamedDatabase> {
  const given = await givenDatabase(environment);
  if (given !== null) return given;
  const dataDir = dataDirOf(environment);
  const running = findRunningCluster(dataDir, "owner");
  if (running !== null) return { ...embedded(running, dataDir), close: () => Promise.resolve() };
  if (!existsSync(join(dataDir, "cluster")))
    throw new StartupError(
      `no server lives in DATA_DIR ${dataDir}: name its folder, or its database in DATABASE_URL`,
    );
  return await ownDatabase(dataDir);
}

/**
 * The database to be filled: that of DATABASE_URL, or a new embedded one of DATA_DIR.
 * @throws StartupError when a server runs on it
 */
export async function targetDatabase(environment: Environment): Promise<NamedDatabase> {
  return (await givenDatabase(environment)) ?? (await ownDatabase(dataDirOf(environment)));
}

/** The keys that a server would start with here, or null when there are none yet. */
export function heldKeys(environment: Environment): Keys | null {
  const given = optional(environment, "LOTUS_KEYS");
  const source = given ?? join(dataDirOf(environment), "keys/keys.json");
  return given === null && !existsSync(source) ? null : readKeys(source);
}

async function ownDatabase(dataDir: string): Promise<NamedDatabase> {
  const cluster = await startCluster({ dataDir, log: LOG });
  return { ...embedded(cluster.url("owner"), dataDir), close: () => cluster.stop() };
}

function embedded(ownerUrl: string, dataDir: string): Omit<NamedDatabase, "close"> {
  return { ownerUrl, appRole: ROLE_NAMES.app, name: `the embedded database of ${dataDir}` };
}

async function givenDatabase(environment: Environment): Promise<NamedDatabase | null> {
  const url = givenDatabaseUrl(environment);
  if (url === null) return null;
  const connection = await openBulk(url, "lotus-look").catch((error: unknown) => {
    // The URL may contain a password and is not repeated.
    throw new StartupError(
      `DATABASE_URL cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  try {
    const [row] = await connection.query<{ role: string; database: string }>(
      "SELECT current_user::text AS role, current_database()::text AS database",
    );
    if (row === undefined) throw new Error("a database always has a name");
    const ownerUrl = optional(environment, "MIGRATE_DATABASE_URL") ?? url;
    return {
      ownerUrl,
      appRole: row.role,
      name: `the database ${row.database} of DATABASE_URL`,
      close: () => Promise.resolve(),
    };
  } finally {
    await connection.close();
  }
}

function dataDirOf(environment: Environment): string {
  return optional(environment, "DATA_DIR") ?? "./data";
}

/** As the server reads them: an empty variable counts as not set. */
function optional(environment: Environment, name: string): string | null {
  return new EnvironmentReader(environment).optional(name);
}
