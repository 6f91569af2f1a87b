import { type Database, openDatabase, sql } from "@lotus/server/db/database";

const SCALE = 10;
const ACCOUNTS = 100_000 * SCALE;
const TELLERS = 10 * SCALE;

const MAKE = [
  sql`CREATE TABLE tpcb_branch (id int PRIMARY KEY, balance bigint NOT NULL, filler char(88))`,
  sql`CREATE TABLE tpcb_teller (id int PRIMARY KEY, branch int NOT NULL, balance bigint NOT NULL, filler char(84))`,
  sql`CREATE TABLE tpcb_account (id int PRIMARY KEY, branch int NOT NULL, balance bigint NOT NULL, filler char(84))`,
  sql`CREATE TABLE tpcb_history (teller int, branch int, account int, delta int, at timestamptz, filler char(22))`,
];
const FILL = [
  sql`INSERT INTO tpcb_branch SELECT i, 0, '' FROM generate_series(1, $1::int) AS i`,
  sql`INSERT INTO tpcb_teller SELECT i, 1 + i % $1::int, 0, '' FROM generate_series(1, 10 * $1::int) AS i`,
  sql`INSERT INTO tpcb_account SELECT i, 1 + i % $1::int, 0, '' FROM generate_series(1, 100000 * $1::int) AS i`,
];
const READY = [
  sql`GRANT ALL ON tpcb_branch, tpcb_teller, tpcb_account, tpcb_history TO lotus_app`,
  sql`VACUUM (ANALYZE) tpcb_branch, tpcb_teller, tpcb_account`,
];

const ACCOUNT = sql`UPDATE tpcb_account SET balance = balance + $2::int WHERE id = $1`;
const BALANCE = sql`SELECT balance FROM tpcb_account WHERE id = $1`;
const TELLER = sql`UPDATE tpcb_teller SET balance = balance + $2::int WHERE id = $1`;
const BRANCH = sql`UPDATE tpcb_branch SET balance = balance + $2::int WHERE id = $1`;
const HISTORY = sql`INSERT INTO tpcb_history (teller, branch, account, delta, at) VALUES ($1, $2, $3, $4, now())`;

/** Transactions by how long each took, and their total duration. */
export interface TpcbRun {
  readonly latenciesMs: readonly number[];
  readonly seconds: number;
}

/**
 * The yardstick of placing: five statements in a transaction, like TPC-B's, prepared, through the same client
 * library, over as many connections as the server has, on the same PostgreSQL.
 */
export class Tpcb {
  readonly #db: Database;
  readonly #random: () => number;

  static async open(
    owner: Database,
    appUrl: string,
    connections: number,
    random: () => number,
  ): Promise<Tpcb> {
    for (const statement of MAKE) await owner.query(statement);
    for (const statement of FILL) await owner.query(statement, [SCALE]);
    for (const statement of READY) await owner.query(statement);
    const options = {
      url: appUrl,
      applicationName: "bench-tpcb",
      size: connections,
      random,
      waitTimeoutMs: 30_000,
    };
    return new Tpcb(openDatabase(options), random);
  }

  private constructor(db: Database, random: () => number) {
    this.#db = db;
    this.#random = random;
  }

  /** Keeps this many transactions in flight for this long. */
  async run(seconds: number, inFlight: number): Promise<TpcbRun> {
    const began = performance.now();
    const until = began + seconds * 1000;
    const latenciesMs: number[] = [];
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (performance.now() < until) {
          const asked = performance.now();
          await this.#one();
          latenciesMs.push(performance.now() - asked);
        }
      }),
    );
    return { latenciesMs, seconds: (performance.now() - began) / 1000 };
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  async #one(): Promise<void> {
    const pick = (most: number): number => 1 + Math.floor(this.#random() * most);
    const [account, teller, branch, delta] = [
      pick(ACCOUNTS),
      pick(TELLERS),
      pick(SCALE),
      pick(10_000) - 5_000,
    ];
    await this.#db.transaction(async (tx) => {
      await tx.query(ACCOUNT, [account, delta]);
      await tx.query(BALANCE, [account]);
      await tx.query(TELLER, [teller, delta]);
      await tx.query(BRANCH, [branch, delta]);
      await tx.query(HISTORY, [teller, branch, account, delta]);
    });
  }
}
