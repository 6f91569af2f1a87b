import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type Database,
  DatabaseFull,
  DatabaseUnavailable,
  openDatabase,
  PoolExhausted,
  sql,
  sqlState,
} from "./database.ts";
import { openCutLine } from "../testing/cut-line.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let base: TestDatabase;
const opened: Database[] = [];
beforeAll(async () => {
  base = await openTestDatabase();
  await base.owner.query(sql`CREATE TABLE counter (id int PRIMARY KEY, n bigint NOT NULL)`);
  await base.owner.query(sql`GRANT SELECT, UPDATE, INSERT ON counter TO lotus_app`);
  await base.owner.query(sql`INSERT INTO counter VALUES (1, 0), (2, 0)`);
  await base.owner.query(sql`
    CREATE FUNCTION complain(words text, code text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION USING MESSAGE = words, ERRCODE = code; END $$`);
});
afterEach(() => Promise.all(opened.splice(0).map((db) => db.close())));
afterAll(() => base.close());

function open(options: Partial<Parameters<typeof openDatabase>[0]> = {}): Database {
  const db = openDatabase({
    url: base.url,
    applicationName: "pool-test",
    size: 2,
    random: () => 0.5,
    ...options,
  });
  opened.push(db);
  return db;
}

const ADD = sql`UPDATE counter SET n = n + 1 WHERE id = $1`;
const READ = sql`SELECT n FROM counter WHERE id = $1`;
const COMPLAIN = sql`SELECT complain($1, $2)`;
const PID = sql`SELECT pg_backend_pid() AS pid`;
const SLEEP = sql`SELECT pg_sleep($1::float8)`;

/** A promise with an external resolver, so that tests decide who goes first. */
function gate(): { readonly opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

describe("values", () => {
  test("int8, arrays of it and transaction ids are bigint; days are text; instants are dates", async () => {
    const [row] = await base.db.query(sql`
      SELECT 9007199254740993::int8 AS big, '{1,NULL,9007199254740993}'::int8[] AS bigs, '{}'::int8[] AS none,
             pg_current_xact_id() AS xid, '2026-11-21'::date AS day, to_timestamp(0) AS instant, sum(n)::int8 AS total FROM counter`);
    expect(row).toMatchObject({
      big: 9_007_199_254_740_993n,
      bigs: [1n, null, 9_007_199_254_740_993n],
      none: [],
      day: "2026-11-21",
      instant: new Date(0),
      total: 0n,
    });
    expect(typeof row?.["xid"]).toBe("bigint");
  });

  test("bigint goes in alone and in arrays", async () => {
    const values = [9_007_199_254_740_993n, [1n, 9_007_199_254_740_993n]];
    const [row] = await base.db.query(sql`SELECT $1::int8 AS one, $2::int8[] AS many`, values);
    expect(row).toEqual({ one: values[0], many: values[1] });
  });
});

describe("statements", () => {
  test("are prepared under a name made from their text", async () => {
    const [row] = await open({ size: 1 }).query<{ n: bigint }>(
      sql`SELECT count(*) AS n FROM pg_prepared_statements WHERE name ~ '^s[0-9a-f]{30}$' AND statement LIKE '%count(*) AS n%'`,
    );
    expect(row?.n).toBe(1n);
    expect(sql`a ${sql`b`} c`.text).toBe("a b c");
  });

  test("of the hot pool are planned once for all values", async () => {
    const db = open();
    const show = sql`SHOW plan_cache_mode`;
    expect(await db.hot.query(show)).toEqual([{ plan_cache_mode: "force_generic_plan" }]);
    expect(await db.query(show)).toEqual([{ plan_cache_mode: "auto" }]);
  });

  test("end at their time limit", async () => {
    const slow = open({ statementTimeoutMs: 50 }).query(SLEEP, [5]);
    await expect(slow).rejects.toSatisfy((error) => sqlState(error) === "57014");
  });
});

describe("a transaction", () => {
  test("may have a time limit of its own, also one above what the pool waits for an answer; the next one has the pool's", async () => {
    const db = open({ size: 1, statementTimeoutMs: 50 });
    // Longer than the 3 s that the pool waits for an answer behind its own limit.
    await db.transaction((tx) => tx.query(SLEEP, [3.2]), { statementMs: 20_000 });
    const [row] = await db.query<{ limit: string }>(
      sql`SELECT current_setting('statement_timeout') AS limit`,
    );
    expect(row?.limit).toBe("50ms");
    const slow = db.transaction((tx) => tx.query(SLEEP, [5]), { statementMs: 60 });
    await expect(slow).rejects.toSatisfy((error) => sqlState(error) === "57014");
  });

  test("rolls back what it did when it throws", async () => {
    const db = open();
    const failing = db.transaction(async (tx) => {
      await tx.query(ADD, [1]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await db.query(READ, [1])).toEqual([{ n: 0n }]);
  });

  test("that deadlocks is run again, and both are done", async () => {
    const db = open({ size: 4 });
    const bothHold = [gate(), gate()] as const;
    let runs = 0;
    const crossing = (mine: 0 | 1): Promise<void> =>
      db.transaction(async (tx) => {
        runs += 1;
        await tx.query(ADD, [mine + 1]);
        bothHold[mine].open();
        await bothHold[mine === 0 ? 1 : 0].opened;
        await tx.query(ADD, [2 - mine]);
      });
    await Promise.all([crossing(0), crossing(1)]);
    // At least one retry; a retry may start before the other has its row, and deadlock again.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(await db.query(READ, [1])).toEqual([{ n: 2n }]);
    expect(await db.query(READ, [2])).toEqual([{ n: 2n }]);
  });

  test("takes no statement once it is over", async () => {
    const db = open();
    let expired: { query: Database["query"] } | undefined;
    await db.transaction(async (tx) => {
      expired = tx;
      await tx.query(READ, [1]);
    });
    expect(() => expired?.query(READ, [1])).toThrow("is over");
  });

  test("that met a full disk reports it and keeps its connection; missing shared memory is no full disk", async () => {
    const reported: (string | null)[] = [];
    const db = open({
      size: 1,
      onFull: (reason) => reported.push(reason),
      roomClock: { after: () => () => undefined },
    });
    const [before] = await db.query(PID);
    const raise = (words: string, code: string): Promise<unknown> =>
      db.transaction((tx) => tx.query(COMPLAIN, [words, code]));
    await expect(
      raise('could not resize shared memory segment "/PostgreSQL.1": No space left on device', "53100"),
    ).rejects.not.toBeInstanceOf(DatabaseUnavailable);
    await expect(raise("could not read file: Input/output error", "58030")).rejects.not.toBeInstanceOf(
      DatabaseUnavailable,
    );
    expect([db.full(), reported]).toEqual([false, []]);
    await expect(raise("could not write file: No space left on device", "58030")).rejects.toBeInstanceOf(
      DatabaseFull,
    );
    await expect(raise("could not extend file: wrote only 4096 of 8192 bytes", "53100")).rejects.toThrow(
      /^the disk of the database is full: could not extend/u,
    );
    expect([db.full(), reported.length]).toEqual([true, 1]);
    expect(await db.query(PID)).toEqual([before]);
  });

  test("that reached a standby says so, and the next one gets a connection of its own", async () => {
    const db = open({ size: 1 });
    await db.query(sql`SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`);
    await expect(db.transaction((tx) => tx.query(ADD, [2]))).rejects.toThrow(DatabaseUnavailable);
    await expect(db.transaction((tx) => tx.query(ADD, [2]))).resolves.toEqual([]);
  });

  test("whose connection is cut says so, and the pool goes on", async () => {
    const db = open({ size: 1 });
    const cut = db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      const other = open({ size: 1 });
      await other.query(sql`SELECT pg_terminate_backend($1)`, [row?.pid]);
      await tx.query(READ, [1]);
    });
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await db.query(READ, [1])).toHaveLength(1);
  });
});

describe("a database that is slow to connect to", () => {
  test("is connected to once, however many requests are given up meanwhile", async () => {
    const mayPass = gate();
    const line = await openCutLine(base.url, mayPass.opened);
    const db = open({ url: line.url, size: 1, waitTimeoutMs: 20 });
    for (let turn = 0; turn < 3; turn += 1)
      await expect(db.query(READ, [1])).rejects.toBeInstanceOf(PoolExhausted);
    expect(db.use().main).toEqual({ size: 1, busy: 1, waiting: 0 });
    mayPass.open();
    await vi.waitFor(() => expect(db.use().main).toEqual({ size: 1, busy: 0, waiting: 0 }), 30_000);
    expect(await db.query(READ, [1])).toHaveLength(1);
    expect(line.taken()).toBe(1);
    await line.close();
  });
});

describe("a pool that many ask at once", () => {
  test("serves them by the few connections that are there first", async () => {
    const db = open({ size: 16 });
    const rows = await Promise.all(Array.from({ length: 32 }, () => db.query<{ pid: number }>(PID)));
    expect(new Set(rows.map(([row]) => row?.pid)).size).toBeLessThan(8);
  });

  test("grows up to its size while they hold what there is", async () => {
    const db = open({ size: 5 });
    const release = gate();
    let holding = 0;
    const holders = Array.from({ length: 5 }, () =>
      db.transaction(async (tx) => {
        await tx.query(READ, [1]);
        holding += 1;
        await release.opened;
      }),
    );
    await vi.waitFor(() => expect(holding).toBe(5), 30_000);
    release.open();
    await Promise.all(holders);
    expect(db.use().main).toEqual({ size: 5, busy: 0, waiting: 0 });
  });
});

describe("a full pool", () => {
  test("refuses in time instead of hanging, and serves again when it is free", async () => {
    const db = open({ size: 1, waitTimeoutMs: 100 });
    // A busy machine may take longer to connect than it may wait; the connection is there afterwards.
    await vi.waitFor(() => db.query(READ, [1]), 30_000);
    const release = gate();
    const holding = gate();
    const holder = db.transaction(async (tx) => {
      await tx.query(READ, [1]);
      holding.open();
      await release.opened;
    });
    await holding.opened;
    await expect(db.query(READ, [1])).rejects.toBeInstanceOf(PoolExhausted);
    expect(db.use().main).toEqual({ size: 1, busy: 1, waiting: 0 });
    release.open();
    await holder;
    expect(await db.query(READ, [1])).toHaveLength(1);
  });

  test("refuses at once what would wait behind too many", async () => {
    const db = open({ size: 1, waitTimeoutMs: 5_000 });
    const results = await Promise.allSettled(Array.from({ length: 300 }, () => db.query(READ, [1])));
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(150);
    expect(refused.length).toBeLessThan(300);
    for (const one of refused) expect(one.status === "rejected" && one.reason).toBeInstanceOf(PoolExhausted);
  });

  test("of a database that is not there is named as such", async () => {
    const db = open({ url: "postgresql://nobody@localhost/none?host=/nowhere" });
    await expect(db.query(READ, [1])).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(db.connect("x")).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});

describe("a connection of its own", () => {
  test("receives notifications, holds locks, and reports its loss", async () => {
    const db = open();
    const one = await db.connect("leader");
    const heard = Promise.withResolvers<string>();
    await one.listen("house_test", heard.resolve);
    await db.query(sql`SELECT pg_notify('house_test', 'hello')`);
    expect(await heard.promise).toBe("hello");
    const lock = sql`SELECT pg_try_advisory_lock(42) AS got`;
    expect(await one.query(lock)).toEqual([{ got: true }]);
    expect(await db.query(lock)).toEqual([{ got: false }]);
    await db.query(
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pool-test-leader'`,
    );
    await one.ended;
    await expect(one.query(lock)).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});
