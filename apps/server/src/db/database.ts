import { Client, type ClientConfig, type QueryResultRow } from "pg";
import { DiskRoom, type RoomClock } from "./disk-room.ts";
import { type ConnectionPool, openPool, type PoolUse, type Queries, type Transactions } from "./pool.ts";
import { DatabaseUnavailable, named } from "./errors.ts";
import { Hosts } from "./hosts.ts";
import { sql } from "./sql.ts";
import { primaryReads, type ReadPlace, type Reads, standbyReads } from "./standby-reads.ts";
import { valueParsers } from "./value-parsers.ts";

export type { CheckClock, PoolUse, Queries, Transactions } from "./pool.ts";
export { inBothOrders, type ListPlace, numberArray, type Sql, sql } from "./sql.ts";
export type { ReadPlace, Reads, Told } from "./standby-reads.ts";
export { ClockLeapt, DatabaseFull, DatabaseUnavailable, PoolExhausted, sqlState } from "./errors.ts";

/** The database as the server's modules use it. */
export interface Database extends Transactions {
  /** A second, small pool for batched statements over arrays, whose plans never depend on the values. */
  readonly hot: Transactions;
  /** A third, even smaller one for long reads, so that they never take a connection from money movements. */
  readonly heavy: Transactions;
  /** What nobody may sell without: the draw clock, the public log and the beats. They never wait behind requests of players. */
  readonly vital: Transactions;
  /** Records, reports and whatever else only looks back: from a standby where there is one. */
  readonly reads: Reads;
  /** Opens a dedicated connection, for session locks and notifications. */
  connect(name: string): Promise<Connection>;
  /**
   * Whether the database answers in time, over a connection of its own: a server that is busy has no other free, and it is
   * not the database that is away.
   */
  answers(): Promise<boolean>;
  /** True from the first statement that failed on a full disk until there is room again. */
  full(): boolean;
  /** To be called by others that detect a full disk. */
  noteFull(reason: string): void;
  /** How full the pools are, by pool. */
  use(): Readonly<Record<"main" | "hot" | "heavy" | "vital", PoolUse>> & { readonly standby?: PoolUse };
  /** Waits for running statements, then closes every pooled connection. */
  close(): Promise<void>;
}

/** A dedicated session: its locks are held until it is closed or lost. */
export interface Connection extends Queries {
  /** Calls `handler` with the payload of each notification on `channel` (a plain identifier). */
  listen(channel: string, handler: (payload: string) => void): Promise<void>;
  /** Settles when the connection has ended, closed or lost. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * The way past a pooler in transaction mode to the same database, for what needs a session: bets, whose plans never depend
 * on values, long reads, notifications and locks.
 */
export interface DirectConnections {
  readonly url: string;
  /** Whether the pooler finds prepared statements again. */
  readonly pooler: { readonly statements: boolean };
}

export interface DatabaseOptions {
  readonly url: string;
  /** Set if `url` leads through a pooler in transaction mode. */
  readonly direct?: DirectConnections;
  /** Leads to standbys that may answer `reads`. */
  readonly standbyUrl?: string;
  /** Called with where each of the `reads` was answered. */
  readonly onRead?: (place: ReadPlace) => void;
  readonly applicationName: string;
  /** Connections of the main pool; see `poolSize`. */
  readonly size: number;
  readonly hotSize?: number;
  readonly waitTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  /** A number in [0, 1), for the jitter between retries. */
  readonly random: () => number;
  readonly onIdleError?: (error: Error) => void;
  /** Called once with the reason when the database's disk is full, and once with null when there is room again. */
  readonly onFull?: (reason: string | null) => void;
  /** Timer of the checks for room; for tests. */
  readonly roomClock?: RoomClock;
  /** Makes what each connection reads and writes, in place of a socket; for tests with a network of their own. */
  readonly stream?: NonNullable<ClientConfig["stream"]>;
}

/** For a dedicated connection and each of its statements, which are all short. */
const CONNECT_MS = 5_000;

/** For the answer to a probe. */
const PROBE_MS = 2_000;

/** Connections for long reads: while one waits for the disk, another works. */
export const HEAVY_CONNECTIONS = 2;
const STANDBY_CONNECTIONS = 4;
/** Games are drawn beside each other, while a checkpoint is cosigned and a server beats. */
const VITAL_CONNECTIONS = 4;
/** Timeout of a page, a report or a quote. */
const HEAVY_STATEMENT_MS = 5_000;
/** Long reads hold no lock of a player or a period, and may wait for whom they are sent to. */
const HEAVY_IDLE_MS = 30_000;

/** Connections for a number of cores: enough to keep them busy while some wait for the disk. */
export function poolSize(cores: number): number {
  return Math.min(32, Math.max(8, cores * 4));
}

interface Pools extends Readonly<Record<"main" | "hot" | "heavy" | "vital" | "probe", ConnectionPool>> {
  readonly standby: ConnectionPool | undefined;
}

/** The pools of a database; `standby` if there are standbys that may answer reads. */
function openPools(options: DatabaseOptions, onFull: (error: Error) => void): Pools {
  const shared = {
    url: options.direct?.url ?? options.url,
    waitTimeoutMs: options.waitTimeoutMs ?? 2_000,
    statementTimeoutMs: options.statementTimeoutMs ?? 15_000,
    lockTimeoutMs: options.lockTimeoutMs ?? 5_000,
    random: options.random,
    onIdleError: options.onIdleError ?? (() => undefined),
    onFull,
    ...streamOf(options),
  };
  const name = options.applicationName;
  const main = openPool({
    ...shared,
    url: options.url,
    ...(options.direct === undefined ? {} : { pooler: options.direct.pooler }),
    size: options.size,
    applicationName: name,
    genericPlans: false,
  });
  const hot = openPool({
    ...shared,
    size: options.hotSize ?? 4,
    applicationName: `${name}-hot`,
    genericPlans: true,
  });
  const heavy = openPool({
    ...shared,
    statementTimeoutMs: Math.min(shared.statementTimeoutMs, HEAVY_STATEMENT_MS),
    idleTimeoutMs: HEAVY_IDLE_MS,
    size: HEAVY_CONNECTIONS,
    applicationName: `${name}-heavy`,
    genericPlans: false,
  });
  const vital = openPool({
    ...shared,
    size: VITAL_CONNECTIONS,
    applicationName: `${name}-vital`,
    genericPlans: false,
  });
  const probe = openPool({
    ...shared,
    url: options.url,
    ...(options.direct === undefined ? {} : { pooler: options.direct.pooler }),
    statementTimeoutMs: PROBE_MS,
    size: 1,
    applicationName: `${name}-probe`,
    genericPlans: false,
  });
  const standby =
    options.standbyUrl === undefined
      ? undefined
      : openPool({
          ...shared,
          url: options.standbyUrl,
          statementTimeoutMs: Math.min(shared.statementTimeoutMs, HEAVY_STATEMENT_MS),
          idleTimeoutMs: HEAVY_IDLE_MS,
          size: STANDBY_CONNECTIONS,
          applicationName: `${name}-standby`,
          genericPlans: false,
          host: "any",
        });
  return { main, hot, heavy, vital, probe, standby };
}

/** Opens the pools; nothing connects before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const { main, hot, heavy, vital, probe, standby }: Pools = openPools(options, (error) =>
    room.met(error.message),
  );
  const direct = new Hosts(options.direct?.url ?? options.url);
  const room = new DiskRoom(main, options.onFull ?? (() => undefined), options.roomClock);
  return {
    query: (statement, values) => main.query(statement, values),
    transaction: (work, special) => main.transaction(work, special),
    hot,
    heavy,
    vital,
    reads:
      standby === undefined
        ? primaryReads(heavy)
        : standbyReads({ primary: heavy, standby, onRead: options.onRead ?? (() => undefined) }),
    connect: (purpose) =>
      direct.connect((url) =>
        connect(url, direct, {
          ...streamOf(options),
          application_name: `${options.applicationName}-${purpose}`,
        }),
      ),
    answers: () => answersWithin(probe, PROBE_MS),
    full: () => room.full,
    noteFull: (reason) => room.met(reason),
    use: () => ({
      main: main.use(),
      hot: hot.use(),
      heavy: heavy.use(),
      vital: vital.use(),
      ...(standby === undefined ? {} : { standby: standby.use() }),
    }),
    close: async () => {
      room.stop();
      await Promise.all([main, hot, heavy, vital, probe].map((pool) => pool.close()));
      await standby?.close();
    },
  };
}

/** The same dependencies with a database whose ordinary statements are the vital ones. */
export function vitalOf<Deps extends { readonly db: Database }>(deps: Deps): Deps {
  const { query, transaction } = deps.db.vital;
  return { ...deps, db: { ...deps.db, query, transaction } };
}

const ONE = sql`SELECT 1 AS one`;

async function answersWithin(probe: Queries, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const query = probe.query(ONE).then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([query, late]);
  clearTimeout(timer);
  return answered;
}

function streamOf({ stream }: Pick<DatabaseOptions, "stream">): Pick<DatabaseOptions, "stream"> {
  return stream === undefined ? {} : { stream };
}

async function connect(url: string, hosts: Hosts, config: ClientConfig): Promise<Connection> {
  const client = new Client({
    ...config,
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    keepAlive: true,
    types: valueParsers,
  });
  const ended = new Promise<void>((resolve) => {
    client.once("end", () => resolve());
  });
  // A lost connection also emits "end", which its holder listens to.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await hosts.requirePrimary(client);
  } catch (error) {
    void client.end().catch(() => undefined);
    throw named(error);
  }
  // One after the other: a client takes no second statement while one runs.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work, work);
    last = result;
    return result;
  };
  return {
    query: async <Row extends QueryResultRow>(
      { name, text }: { name: string; text: string },
      values: readonly unknown[] = [],
    ) => {
      try {
        return (await inTurn(() => client.query<Row>({ name, text, values: [...values] }))).rows;
      } catch (error) {
        const known = named(error);
        // A connection that gave no answer in time would answer a later statement with it.
        if (known instanceof DatabaseUnavailable) void client.end().catch(() => undefined);
        throw known;
      }
    },
    listen: async (channel, handler) => {
      client.on("notification", (notice) => {
        if (notice.channel === channel) handler(notice.payload ?? "");
      });
      await inTurn(() => client.query(`LISTEN ${client.escapeIdentifier(channel)}`));
    },
    ended,
    close: () => client.end(),
  };
}
