/** A row as `pg` returns it: int8 as bigint, timestamptz as Date, bytea as Buffer. */
export type Row = Record<string, unknown>;

/** A statement of a `*.sql.ts` file. A named one is prepared once per connection. */
export interface Sql {
  readonly text: string;
  readonly name?: string;
}

/** What can run a statement: the pool, or one transaction of it. */
export interface Queryable {
  query<T extends object = Row>(sql: Sql | string, values?: readonly unknown[]): Promise<T[]>;
}

/** A transaction in progress, READ COMMITTED. */
export interface Transaction extends Queryable {
  readonly inTransaction: true;
}

/** The house's PostgreSQL. A full pool refuses (PoolExhausted), it never hangs. */
export interface Database extends Queryable {
  /** Runs `work` in a transaction; serialization failures and deadlocks are retried a few times. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The same database through connections that keep generic plans: for the few hot, gathered statements. */
  readonly hot: Queryable;
  /** One connection of its own outside the pool, for session locks and LISTEN. */
  connect(): Promise<DirectConnection>;
  close(): Promise<void>;
}

/** A connection outside the pool. `lost` resolves when the server or the network ends it. */
export interface DirectConnection extends Queryable {
  listen(channel: string, onNotice: () => void): Promise<void>;
  readonly lost: Promise<void>;
  close(): Promise<void>;
}
