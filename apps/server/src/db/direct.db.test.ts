import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { startServer, type RunningServer } from "../run.ts";
import { administer } from "../testing/administer.ts";
import { makeTestFolder } from "../testing/test-folder.ts";
import { openTransactionPooler, type TransactionPooler } from "../testing/transaction-pooler.ts";
import { type Database, DatabaseUnavailable, openDatabase, sql } from "./database.ts";
import { findKeptSession } from "./kept-session.ts";
import { findPrimary } from "./hosts.ts";

const root = makeTestFolder("lotus-direct-");
const NAME = "direct_urls";
const BOUNDS = [
  "statement_timeout = '15s'",
  "lock_timeout = '5s'",
  "idle_in_transaction_session_timeout = '5s'",
];
let adminUrl: string;
let url: string;
let pooler: TransactionPooler;
const servers: RunningServer[] = [];
const databases: Database[] = [];

beforeAll(async () => {
  ({ adminUrl } = inject("testCluster"));
  await administer(adminUrl, [`CREATE ROLE pooled_app LOGIN`, `CREATE DATABASE ${NAME} OWNER pooled_app`]);
  const own = new URL(adminUrl);
  own.username = "pooled_app";
  own.pathname = `/${NAME}`;
  url = own.href;
  pooler = await openTransactionPooler(url);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await Promise.all(databases.splice(0).map((db) => db.close()));
});
afterAll(async () => {
  await pooler.close();
  await administer(adminUrl, [`DROP DATABASE ${NAME} WITH (FORCE)`, "DROP ROLE pooled_app"]);
  rmSync(root, { recursive: true });
});

function start(environment: Record<string, string>): Promise<RunningServer> {
  return startServer({
    environment: {
      LOG_LEVEL: "silent",
      PORT: "0",
      DESK_PORT: "0",
      DATA_DIR: join(root, "data"),
      ...environment,
    },
    mode: "demo",
    build: async ({ db }) => {
      databases.push(db);
      return {
        listen: () => Promise.resolve({ playerUrl: "http://127.0.0.1:1", opsUrl: "http://127.0.0.1:2" }),
        close: () => Promise.resolve(),
      };
    },
  }).then((server) => {
    servers.push(server);
    return server;
  });
}

describe("a pooler in transaction mode", () => {
  test("is found out, with what it keeps", async () => {
    expect(await findKeptSession(url)).toEqual({ session: true, statements: true });
    expect(await findKeptSession(pooler.url)).toEqual({ session: false, statements: false });
  });

  test("without a direct URL refuses the start in one line", async () => {
    const message = await start({ DATABASE_URL: pooler.url }).catch((error: Error) => error.message);
    expect(message).toMatch(/^DATABASE_URL leads through a pooler.*DIRECT_DATABASE_URL$/u);
  });

  test("is refused as a direct URL, and so is a URL of another database", async () => {
    await expect(start({ DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: pooler.url })).rejects.toThrow(
      /^DIRECT_DATABASE_URL leads through a pooler/u,
    );
    await expect(start({ DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: adminUrl })).rejects.toThrow(
      /lead to different databases/u,
    );
  });

  test("is refused as long as the role has no time-outs", async () => {
    await administer(adminUrl, ["ALTER ROLE pooled_app SET statement_timeout = 0"]);
    const other = await openTransactionPooler(url);
    try {
      await expect(start({ DATABASE_URL: other.url, DIRECT_DATABASE_URL: url })).rejects.toThrow(
        /the role pooled_app has no time-outs.*ALTER ROLE pooled_app SET statement_timeout/u,
      );
    } finally {
      await other.close();
    }
  });

  test("with a direct URL migrates past it, and uses it for what needs no session", async () => {
    await administer(
      adminUrl,
      BOUNDS.map((bound) => `ALTER ROLE pooled_app SET ${bound}`),
    );
    const fresh = await openTransactionPooler(url);
    try {
      await start({ DATABASE_URL: fresh.url, DIRECT_DATABASE_URL: url });
      const db = databases.at(-1);
      if (db === undefined) throw new Error("no server was built");
      const counted = sql`SELECT count(*) AS n FROM schema_migration WHERE number > $1`;
      const replies = await Promise.all(Array.from({ length: 50 }, () => db.query(counted, [0])));
      expect(new Set(replies.map(([row]) => row?.["n"]))).toHaveLength(1);
      const inside = await Promise.all(
        Array.from({ length: 20 }, () =>
          db.transaction(async (tx) => [
            ...(await tx.query(sql`SELECT pg_backend_pid() AS pid`)),
            ...(await tx.query(sql`SELECT pg_backend_pid() AS pid`)),
          ]),
        ),
      );
      for (const [first, second] of inside) expect(first).toEqual(second);
      const [plan] = await db.hot.query(sql`SELECT current_setting('plan_cache_mode') AS mode`);
      expect(plan).toEqual({ mode: "force_generic_plan" });
      const lock = await db.connect("lock");
      const taken = sql`SELECT pg_try_advisory_lock(77) AS taken`;
      expect(await lock.query(taken)).toEqual([{ taken: true }]);
      expect(await db.query(taken)).toEqual([{ taken: false }]);
      await lock.close();
      expect(fresh.opened()).toBeGreaterThan(1);
    } finally {
      await Promise.all(servers.splice(0).map((server) => server.stop()));
      databases.splice(0);
      await fresh.close();
    }
  });
});

describe("several hosts in one URL", () => {
  const many = (): string => {
    const port = new URL(pooler.url).port;
    return `postgresql://pooled_app@127.0.0.1:1,127.0.0.1:${port}/${NAME}?target_session_attrs=read-write`;
  };

  test("lead to the one that is the primary", async () => {
    expect(new URL(await findPrimary(many())).port).toBe(new URL(pooler.url).port);
  });

  test("are tried one after the other by a pool, which stays with the primary", async () => {
    const db = openDatabase({
      url: many(),
      direct: { url: many(), pooler: { statements: false } },
      applicationName: "hosts",
      size: 3,
      random: () => 0.5,
    });
    databases.push(db);
    const replies = await Promise.all(Array.from({ length: 9 }, () => db.query(sql`SELECT 1 AS one`)));
    expect(replies.flat()).toEqual(Array.from({ length: 9 }, () => ({ one: 1 })));
    const own = await db.connect("own");
    expect(await own.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await own.close();
  });

  test("of which none answers are named as unavailable", async () => {
    const db = openDatabase({
      url: "postgresql://pooled_app@127.0.0.1:1,127.0.0.1:2/none",
      applicationName: "hosts",
      size: 1,
      random: () => 0.5,
    });
    databases.push(db);
    await expect(db.query(sql`SELECT 1 AS one`)).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});
