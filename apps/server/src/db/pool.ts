import { setTimeout as wait } from "node:timers/promises";
import { type ClientConfig, Pool, type PoolClient, type PoolConfig, type QueryResultRow } from "pg";
import { type Sql, sql } from "./sql.ts";
import { DatabaseFull, DatabaseUnavailable, mayRetry, named, PoolExhausted } from "./errors.ts";
import { Hosts } from "./hosts.ts";
import { valueParsers } from "./value-parsers.ts";

const QUEUE_PER_CONNECTION = 100;
const ATTEMPTS = 5;
const RETRY_BASE_MS = 4;
const SNAPSHOT = sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`;
const STATEMENT_TIMEOUT = sql`SELECT set_config('statement_timeout', $1, true)`;
/**
 * How long it may take to connect. Longer than requests wait: after a failover every server connects at once, and on a busy
 * machine none would ever be done if each began anew whenever its request was given up.
 */
const CONNECT_MS = 5_000;
/** Connections that a pool without any makes at once. */
const FIRST_CONNECTIONS = 2;
/** A pool makes its next connection so long after the last one. */
const GROW_MS = 100;
/** PostgreSQL ends a transaction whose server is silent for so long: a frozen one would block a period or a player. */
const FROZEN_MS = 5_000;
/** For so long after its own time-out a statement may be silent; then its connection is given up. */
const SILENT_MS = 3_000;

/** Something that runs statements: a pool or one transaction. */
export interface Queries {
  /**
   * Runs one statement and returns its rows; int8 is read as bigint, timestamptz as Date.
   * @throws PoolExhausted, DatabaseUnavailable, or PostgreSQL's error (`sqlState` reads its code)
   */
  query<Row extends QueryResultRow = QueryResultRow>(sql: Sql, values?: readonly unknown[]): Promise<Row[]>;
}

/** Statements and transactions over a pool of connections. */
export interface Transactions extends Queries {
  /**
   * Runs `work` in one transaction, READ COMMITTED unless it is a snapshot; throwing rolls back. After deadlocks and
   * serialization failures it is retried a few times, so it must have no effects outside the database.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** What is different about one transaction. */
export interface TransactionOptions {
  /** How long each of its statements may run, in place of the pool's time-out: for work that grows with the house. */
  readonly statementMs?: number;
  /** Whether all its statements see the database as it was at the first one. */
  readonly isSnapshot?: boolean;
}

/**
 * To be called at the end of a transaction that decided something by the database's clock. Throws ClockLeapt if the
 * clock leapt, which rolls the decision back.
 */
export type CheckClock = (tx: Queries) => Promise<void>;

/** How full a pool is, for the metrics. */
export interface PoolUse {
  readonly size: number;
  readonly busy: number;
  readonly waiting: number;
}

/** A pool of connections with one set of session settings. */
export interface ConnectionPool extends Transactions {
  use(): PoolUse;
  /** Waits for the connections in use, then closes all. */
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly size: number;
  /** How long a request may wait for a connection. */
  readonly waitTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /** Uses one plan per statement instead of one per value; for the few statements that carry the load. */
  readonly genericPlans: boolean;
  /** How long a transaction may pause between statements. */
  readonly idleTimeoutMs?: number;
  /**
   * Set behind a pooler in transaction mode, which accepts no settings of a session: the time-outs are those of the role.
   * `statements` says whether it finds prepared statements again.
   */
  readonly pooler?: { readonly statements: boolean };
  /** Which host is wanted: the primary, unless `any` will do. */
  readonly host?: "any";
  /** A number in [0, 1), for the jitter between retries. */
  readonly random: () => number;
  /** Called for connections that broke while idle. */
  readonly onIdleError: (error: Error) => void;
  /** Called for each statement that failed on a full disk. */
  readonly onFull: (error: DatabaseFull) => void;
  /** Makes what each connection reads and writes, in place of a socket. */
  readonly stream?: NonNullable<ClientConfig["stream"]>;
}

/** Opens a pool. It connects on first use. */
export function openPool(options: PoolOptions): ConnectionPool {
  const hosts = new Hosts(options.url);
  const pool = new Pool({
    Client: hosts.clientClass,
    application_name: options.applicationName,
    max: options.size,
    connectionTimeoutMillis: Math.max(CONNECT_MS, options.waitTimeoutMs),
    idleTimeoutMillis: 60_000,
    query_timeout: options.statementTimeoutMs + SILENT_MS,
    types: valueParsers,
    ...(options.stream === undefined ? {} : { stream: options.stream }),
    ...(options.pooler === undefined ? sessionSettings(options) : {}),
    ...(options.host === "any" ? {} : { onConnect: (client) => hosts.requirePrimary(client) }),
  });
  growSlowly(pool, options.size);
  const queue: Queue = { givenUp: 0 };
  const by: Naming = options.pooler?.statements === false ? withoutName : (sql) => sql;
  let closing = false;
  // A connection that breaks while in use reports twice: it rejects the running statement, and it emits an error event,
  // which would end the process without a listener.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  // A connection that is being closed may still report that PostgreSQL has ended; that is expected.
  pool.on("error", (error) => {
    if (!closing) options.onIdleError(error);
  });
  const withConnection = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await hosts.connect(() => take(pool, queue, options));
    let broken = false;
    try {
      return await work(client);
    } catch (error) {
      const known = named(error);
      if (known instanceof DatabaseFull) options.onFull(known);
      else broken = known instanceof DatabaseUnavailable;
      throw known;
    } finally {
      client.release(broken);
    }
  };
  return {
    query: (sql, values) => withConnection((client) => send(client, by(sql), values)),
    transaction: (work, special) =>
      retried(options.random, () => withConnection((client) => inTransaction(client, by, work, special))),
    use: () => ({
      size: options.size,
      busy: pool.totalCount - pool.idleCount,
      waiting: waitingIn(pool, queue),
    }),
    close: () => {
      closing = true;
      return pool.end();
    },
  };
}

/**
 * Lets a pool grow one connection at a time, and only while somebody waits that long. After a failover every server connects at
 * once, and on a busy machine the first connections are late if many are made beside them, although one that is there soon
 * serves all who wait. The first one is made twice, as either may be to a database that is about to end.
 */
function growSlowly(pool: Pool, size: number): void {
  const made = new WeakSet<object>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const bound = (): void => {
    const more = count === 0 ? FIRST_CONNECTIONS : timer === undefined ? 1 : 0;
    pool.options.max = Math.min(size, count + more);
  };
  const grow = (): void => {
    timer = undefined;
    bound();
    // Who waits is served by a connection that becomes free; this makes one more.
    if (pool.waitingCount > 0 && pool.totalCount < pool.options.max)
      void pool.connect().then(
        (spare) => spare.release(),
        () => undefined,
      );
  };
  bound();
  pool.on("connect", (client) => {
    made.add(client);
    count += 1;
    timer ??= setTimeout(grow, GROW_MS).unref();
    bound();
  });
  pool.on("remove", (client) => {
    // A connection that PostgreSQL ends while the pool ends it is removed twice.
    if (made.delete(client)) count -= 1;
    bound();
  });
}

/** A statement as it is sent: prepared once a connection by its name, or each time without one. */
type Naming = (sql: Sql) => Pick<Sql, "text"> & { readonly name?: string };

function withoutName({ text }: Sql): ReturnType<Naming> {
  return { text };
}

function sessionSettings(options: PoolOptions): PoolConfig {
  return {
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    idle_in_transaction_session_timeout: options.idleTimeoutMs ?? FROZEN_MS,
    options: options.genericPlans ? "-c plan_cache_mode=force_generic_plan" : "-c plan_cache_mode=auto",
  };
}

/** Requests that were refused after their wait, whose places in the pool's queue are not theirs any more. */
interface Queue {
  givenUp: number;
}

function waitingIn(pool: Pool, { givenUp }: Queue): number {
  return Math.max(0, pool.waitingCount - givenUp);
}

async function take(pool: Pool, queue: Queue, options: PoolOptions): Promise<PoolClient> {
  const waiting = waitingIn(pool, queue);
  if (waiting >= options.size * QUEUE_PER_CONNECTION)
    throw new PoolExhausted(`${waiting} requests wait for ${options.size} connections`);
  try {
    return await inTime(pool.connect(), queue, options.waitTimeoutMs);
  } catch (error) {
    const allInUse = pool.totalCount >= options.size && pool.idleCount === 0;
    if (allInUse && error instanceof Error && error.message.startsWith("timeout exceeded")) {
      throw new PoolExhausted(`no connection became free within ${options.waitTimeoutMs} ms`, {
        cause: error,
      });
    }
    throw named(error);
  }
}

/** What is taken within the wait; what comes later goes to the next request. */
async function inTime(taken: Promise<PoolClient>, queue: Queue, withinMs: number): Promise<PoolClient> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), withinMs);
  try {
    const client = await Promise.race([taken, late.promise]);
    if (client !== null) return client;
  } finally {
    clearTimeout(timer);
  }
  queue.givenUp += 1;
  void taken
    .then(
      (client) => client.release(),
      () => undefined,
    )
    .finally(() => {
      queue.givenUp -= 1;
    });
  throw new Error("timeout exceeded when trying to connect");
}

async function send<Row extends QueryResultRow>(
  client: PoolClient,
  statement: ReturnType<Naming>,
  values: readonly unknown[] = [],
  limits: { readonly query_timeout?: number } = {},
): Promise<Row[]> {
  const { rows } = await client.query<Row>({ ...statement, ...limits, values: [...values] });
  return rows;
}

async function inTransaction<T>(
  client: PoolClient,
  by: Naming,
  work: (tx: Queries) => Promise<T>,
  { statementMs, isSnapshot = false }: TransactionOptions = {},
): Promise<T> {
  let open = true;
  const limits = statementMs === undefined ? {} : { query_timeout: statementMs + SILENT_MS };
  const tx: Queries = {
    query: (sql, values) => {
      if (!open) throw new Error("a statement was sent to a transaction that is over");
      return send(client, by(sql), values, limits);
    },
  };
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    // Before any query.
    if (isSnapshot) await tx.query(SNAPSHOT);
    if (statementMs !== undefined) await tx.query(STATEMENT_TIMEOUT, [String(statementMs)]);
    const result = await work(tx);
    open = false;
    await client.query("COMMIT");
    return result;
  } catch (error) {
    open = false;
    await rollBack(client, error);
    throw error;
  }
}

/** If the rollback fails, the connection is lost and must not be used again. */
async function rollBack(client: PoolClient, cause: unknown): Promise<void> {
  try {
    await client.query("ROLLBACK");
  } catch {
    throw new DatabaseUnavailable("the connection broke inside a transaction", { cause });
  }
}

async function retried<T>(random: () => number, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !mayRetry(error)) throw error;
      await wait(RETRY_BASE_MS * 2 ** attempt * random());
    }
  }
}
