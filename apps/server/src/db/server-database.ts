import { cpus } from "node:os";
import { Client, type QueryResultRow } from "pg";
import { EMBEDDED } from "../settings/database-url.ts";
import type { Settings } from "../settings/settings.ts";
import { StartupError } from "../settings/startup-error.ts";
import { ROLE_NAMES } from "./cluster/address.ts";
import { startCluster } from "./cluster/cluster.ts";
import type { ClusterLog } from "./cluster/log.ts";
import {
  type Database,
  type DirectConnections,
  openDatabase,
  poolSize,
  type ReadPlace,
  sql,
} from "./database.ts";
import { findPrimary } from "./hosts.ts";
import { findKeptSession } from "./kept-session.ts";
import { migrate } from "./migrate.ts";

const OLDEST_RELEASE = 15;
const CONNECT_MS = 5_000;
const CLOCK = sql`SELECT pg_get_functiondef('house_clock()'::regprocedure) AS definition`;
// The definition of the first migration's function as PostgreSQL prints it, apart from whitespace.
const CLOCK_BODY = /\bas \$function\$ ?select clock_timestamp\(\);? ?\$function\$/u;

/** The open, migrated database of the server. */
export interface ServerDatabase {
  readonly db: Database;
  /** Drains the pools, then stops the embedded PostgreSQL, if any. */
  close(): Promise<void>;
}

export interface ServerDatabaseOptions {
  readonly settings: Settings;
  readonly log: ClusterLog;
  readonly random: () => number;
  /** Called with where each read of the past was answered. */
  readonly onRead: (place: ReadPlace) => void;
  /** Called once with the reason when the disk is full, and once with null when there is room again. */
  readonly onFull: (reason: string | null) => void;
}

interface Server {
  readonly appUrl: string;
  /** Past a pooler, if `appUrl` leads to one. */
  readonly direct?: DirectConnections;
  readonly ownerUrl: string;
  readonly appRole: string;
  stop(): Promise<void>;
}

/**
 * Opens the database of the settings, or the embedded one without such a setting, and migrates it. @throws StartupError
 * with one line for everything that an operator can fix
 */
export async function openServerDatabase(options: ServerDatabaseOptions): Promise<ServerDatabase> {
  let db: Database | undefined;
  const server =
    options.settings.databaseUrl === null
      ? await startOwn(options, (reason) => db?.noteFull(reason))
      : await useGiven(options, options.settings.databaseUrl);
  const opened = openDatabase({
    url: server.appUrl,
    ...(server.direct === undefined ? {} : { direct: server.direct }),
    ...(options.settings.readDatabaseUrl === null ? {} : { standbyUrl: options.settings.readDatabaseUrl }),
    onRead: options.onRead,
    applicationName: "lotus",
    size: poolSize(cpus().length),
    random: options.random,
    onIdleError: (error) => options.log.warn(`a database connection was lost: ${error.message}`),
    onFull: options.onFull,
  });
  db = opened;
  const close = async (): Promise<void> => {
    await opened.close();
    await server.stop();
  };
  try {
    await migrate({ url: server.ownerUrl, appRole: server.appRole, log: options.log });
    await refuseForeignClock(opened);
  } catch (error) {
    await close();
    throw error;
  }
  return { db: opened, close };
}

/** Checks the database of DATABASE_URL, if it is given, and changes nothing. @throws StartupError */
export async function checkGivenDatabase(settings: Settings): Promise<void> {
  const unsaid = (): void => undefined;
  if (settings.databaseUrl !== null)
    await useGiven({ settings, log: { info: unsaid, warn: unsaid, error: unsaid } }, settings.databaseUrl);
}

async function startOwn(
  { settings, log }: ServerDatabaseOptions,
  onFull: (reason: string) => void,
): Promise<Server> {
  const cluster = await startCluster({ dataDir: settings.dataDir, log, onFull });
  return {
    appUrl: cluster.url("app"),
    ownerUrl: cluster.url("owner"),
    appRole: ROLE_NAMES.app,
    stop: () => cluster.stop(),
  };
}

async function useGiven(
  { settings, log }: Pick<ServerDatabaseOptions, "settings" | "log">,
  appUrl: string,
): Promise<Server> {
  const { directDatabaseUrl, migrateDatabaseUrl } = settings;
  const appRole = await checkServer(appUrl);
  const direct = await findDirect(appUrl, directDatabaseUrl);
  const ownerUrl = migrateDatabaseUrl ?? directDatabaseUrl ?? appUrl;
  await checkOwner(ownerUrl, migrateDatabaseUrl === null ? "DATABASE_URL" : "MIGRATE_DATABASE_URL");
  if (migrateDatabaseUrl === null) {
    log.warn("MIGRATE_DATABASE_URL is not set: the running server owns its tables and could change any row");
  }
  if (direct?.pooler.statements === false)
    log.warn("the pooler of DATABASE_URL does not keep prepared statements: each is planned each time");
  return {
    appUrl,
    ownerUrl: await findPrimary(ownerUrl),
    appRole,
    ...(direct === null ? {} : { direct }),
    stop: () => Promise.resolve(),
  };
}

const POOLER = "a pooler that does not keep sessions (PgBouncer in transaction mode?)";

/**
 * Behind a pooler in transaction mode locks and settings of a session would be those of anybody, without a word: then
 * DIRECT_DATABASE_URL has to lead past it. Null if nothing stands between.
 */
async function findDirect(appUrl: string, directUrl: string | null): Promise<DirectConnections | null> {
  const { session, statements } = await keptSession(appUrl, "DATABASE_URL");
  if (session) return directUrl === null ? null : await checkDirect(appUrl, directUrl, null);
  if (directUrl === null)
    throw new StartupError(
      `DATABASE_URL leads through ${POOLER}: name a URL that leads past it in DIRECT_DATABASE_URL`,
    );
  return await checkDirect(appUrl, directUrl, { statements });
}

/** Checks that both lead to the same database, one of them past the pooler, whose role has the time-outs of the other. */
async function checkDirect(
  appUrl: string,
  directUrl: string,
  pooler: { readonly statements: boolean } | null,
): Promise<DirectConnections | null> {
  const { session } = await keptSession(directUrl, "DIRECT_DATABASE_URL");
  if (!session) throw new StartupError(`DIRECT_DATABASE_URL leads through ${POOLER}`);
  const [there, here] = [
    await readOne<Place>(appUrl, "DATABASE_URL", PLACE),
    await readOne<Place>(directUrl, "DIRECT_DATABASE_URL", PLACE),
  ];
  if (there.place !== here.place)
    throw new StartupError("DATABASE_URL and DIRECT_DATABASE_URL lead to different databases or roles");
  if (pooler === null) return null;
  if (!there.bounded)
    throw new StartupError(
      `the role ${there.role} has no time-outs, and a pooler passes none on: ` +
        `ALTER ROLE ${there.role} SET statement_timeout = '15s'; and so lock_timeout = '5s' and ` +
        `idle_in_transaction_session_timeout = '5s'`,
    );
  return { url: directUrl, pooler };
}

interface Place extends QueryResultRow {
  readonly place: string;
  readonly role: string;
  readonly bounded: boolean;
}

const PLACE = `
  SELECT concat_ws(' ', current_database(), current_user, pg_postmaster_start_time()) AS place, current_user AS role,
         NOT '0' = ANY (ARRAY[current_setting('statement_timeout'), current_setting('lock_timeout'),
                              current_setting('idle_in_transaction_session_timeout')]) AS bounded`;

async function keptSession(url: string, name: string): ReturnType<typeof findKeptSession> {
  try {
    return await findKeptSession(await findPrimary(url));
  } catch (error) {
    throw cannotBeUsed(name, error);
  }
}

function cannotBeUsed(name: string, error: unknown): StartupError {
  return new StartupError(`${name} cannot be used: ${reasonOf(error)}`);
}

function reasonOf(error: unknown): string {
  // A name with several addresses has an error for each, and no message.
  if (error instanceof AggregateError) return error.errors.map((one) => reasonOf(one)).join(", ");
  return error instanceof Error ? error.message : String(error);
}

/** Checks that the migrating role owns the tables, or may create them when there are none. */
async function checkOwner(url: string, name: string): Promise<void> {
  const found = await readOne<{ role: string; owner: string; mayMake: boolean }>(
    url,
    name,
    `SELECT current_user AS role, coalesce(min(tableowner), '') AS owner,
            CASE WHEN count(*) = 0 THEN has_schema_privilege(current_schema(), 'CREATE')
                 ELSE bool_and(pg_has_role(tableowner, 'USAGE')) END AS "mayMake"
     FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_migration'`,
  );
  if (found.mayMake) return;
  const why =
    found.owner === ""
      ? "may not make tables in this database"
      : `does not own its tables, ${found.owner} does`;
  throw new StartupError(
    `the role ${found.role} of ${name} ${why}: give the role that owns them in MIGRATE_DATABASE_URL`,
  );
}

/**
 * Runs a query of one row on a given database. @throws StartupError with the name of the setting, not its value, when
 * that fails
 */
async function readOne<Row extends QueryResultRow>(url: string, name: string, query: string): Promise<Row> {
  const client = await connect(url).catch((error: unknown) => {
    const embedded = name === "DATABASE_URL" ? `, or set it to ${EMBEDDED}` : "";
    throw new StartupError(
      `${cannotBeUsed(name, error).message}; start that PostgreSQL or correct ${name}${embedded}`,
    );
  });
  try {
    const { rows } = await client.query<Row>(query);
    const [found] = rows;
    if (found === undefined) throw new Error("it gave no answer");
    return found;
  } catch (error) {
    throw cannotBeUsed(name, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: await findPrimary(url),
    connectionTimeoutMillis: CONNECT_MS,
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Checks version and encoding of the given database; returns the role of the connection. */
async function checkServer(url: string): Promise<string> {
  const found = await readOne<{ role: string; release: number; encoding: string }>(
    url,
    "DATABASE_URL",
    `SELECT current_user AS role, current_setting('server_version_num')::int / 10000 AS release,
            current_setting('server_encoding') AS encoding`,
  );
  if (found.release < OLDEST_RELEASE) {
    throw new StartupError(
      `DATABASE_URL is PostgreSQL ${found.release}, and the server needs ${OLDEST_RELEASE} or newer`,
    );
  }
  if (found.encoding !== "UTF8")
    throw new StartupError(`the database of DATABASE_URL is in ${found.encoding}, and must be in UTF8`);
  return found.role;
}

/** The database's clock decides about money, so a server must not run on a test's clock, which can be set. */
async function refuseForeignClock(db: Database): Promise<void> {
  const [row] = await db.query<{ definition: string }>(CLOCK);
  const definition = row?.definition.replaceAll(/\s+/gu, " ").toLowerCase() ?? "";
  if (!CLOCK_BODY.test(definition)) {
    throw new StartupError(
      "house_clock() of this database is not the server's own (a test's database?): no bet can be taken on it",
    );
  }
}
