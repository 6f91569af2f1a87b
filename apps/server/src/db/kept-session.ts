import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { sqlState } from "./errors.ts";

/** What a connection string gives: a session of its own, or one that is another's in the next transaction. */
export interface KeptSession {
  /** False behind a pooler in transaction mode: session locks, LISTEN and session settings are not the client's own. */
  readonly session: boolean;
  /** Whether prepared statements are found again, as with PgBouncer from 1.21 with max_prepared_statements. */
  readonly statements: boolean;
}

/** For each statement: a pooler that has no connection left would let it wait. */
const TIMEOUT_MS = 5_000;
/** More than a pooler could have free connections of a small server, so that the first one is among those taken. */
const OTHERS = 3;
const UNKNOWN_STATEMENT = "26000";
const EXISTING_STATEMENT = "42P05";

/**
 * Finds out whether a connection string leads to a session that lasts: after a first statement, others take what a pooler
 * has free, and the first one looks whether it is still where it was.
 * @throws Error that says so if it lets fewer connections work at once than this takes
 */
export async function findKeptSession(url: string): Promise<KeptSession> {
  const one = open(url);
  const others = Array.from({ length: OTHERS }, () => open(url));
  const mark = randomBytes(8).toString("hex");
  const statement = `lotus_probe_${mark}`;
  let working = 0;
  try {
    await one.connect();
    const before = await place(one, statement);
    await one.query("SELECT set_config('lotus.probe', $1, false)", [mark]);
    working = 1;
    for (const other of others) {
      await other.connect();
      await other.query("BEGIN");
      const { rows } = await other.query<{ mark: string | null }>(
        "SELECT current_setting('lotus.probe', true) AS mark",
      );
      // The first one rests while the others work.
      if (rows[0]?.mark === mark) return { session: false, statements: await finds(one, statement) };
      working += 1;
    }
    const after = await place(one, statement);
    const kept = after !== "unknown" && after === before;
    return { session: kept, statements: after !== "unknown" };
  } catch (error) {
    if (working === 0) throw error;
    throw new Error(tooFew(working, error), { cause: error });
  } finally {
    await Promise.allSettled([one, ...others].map((client) => client.end()));
  }
}

function tooFew(working: number, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return (
    `while ${working} of its connections worked, the next one did not (${why}): a server needs more at once, ` +
    `by default_pool_size of a pooler, or by max_connections of PostgreSQL and the CONNECTION LIMIT of the role`
  );
}

function open(url: string): Client {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: "lotus-probe",
  });
  // A connection that is cut while it is closed is closed.
  client.on("error", () => undefined);
  return client;
}

async function finds(client: Client, statement: string): Promise<boolean> {
  return (await place(client, statement)) !== "unknown";
}

/** The session that answers, by a prepared statement; "unknown" if the statement is not there. */
async function place(client: Client, statement: string): Promise<number | "unknown"> {
  try {
    const { rows } = await client.query<{ pid: number }>({
      name: statement,
      text: "SELECT pg_backend_pid() AS pid",
    });
    return rows[0]?.pid ?? 0;
  } catch (error) {
    const state = sqlState(error);
    if (state === UNKNOWN_STATEMENT || state === EXISTING_STATEMENT) return "unknown";
    throw error;
  }
}
