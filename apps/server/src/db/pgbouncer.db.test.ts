import { rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startServer, type RunningServer } from "../run.ts";
import { administer } from "../testing/administer.ts";
import { HAS_PGBOUNCER, letPgBouncerIn, openPgBouncer, type PgBouncer } from "../testing/pgbouncer.ts";
import { makeTestFolder } from "../testing/test-folder.ts";
import { sql, type Database } from "./database.ts";
import { findKeptSession } from "./kept-session.ts";

/** What direct.db.test.ts shows with a stand-in, on PgBouncer itself; left out where it is not installed. */

const root = makeTestFolder("lotus-pgbouncer-server-");
const NAME = "behind_pgbouncer";
let adminUrl: string;
let url: string;
const poolers: PgBouncer[] = [];

beforeAll(async () => {
  ({ adminUrl } = inject("testCluster"));
  await administer(adminUrl, [
    "CREATE ROLE bounced_app LOGIN",
    ...["statement_timeout = '15s'", "lock_timeout = '5s'", "idle_in_transaction_session_timeout = '5s'"].map(
      (bound) => `ALTER ROLE bounced_app SET ${bound}`,
    ),
    `CREATE DATABASE ${NAME} OWNER bounced_app`,
  ]);
  await letPgBouncerIn(adminUrl, "bounced_app");
  const own = new URL(adminUrl);
  own.username = "bounced_app";
  own.pathname = `/${NAME}`;
  url = own.href;
});
afterAll(async () => {
  await Promise.all(poolers.map((pooler) => pooler.close()));
  await administer(adminUrl, [`DROP DATABASE ${NAME} WITH (FORCE)`, "DROP ROLE bounced_app"]);
  rmSync(root, { recursive: true });
});

async function pooler(connections: number): Promise<string> {
  const opened = await openPgBouncer(url, connections);
  poolers.push(opened);
  return opened.url;
}

function start(
  environment: Record<string, string>,
  use: (db: Database) => Promise<void>,
): Promise<RunningServer> {
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
      await use(db);
      return {
        listen: () => Promise.resolve({ playerUrl: "http://127.0.0.1:1", opsUrl: "http://127.0.0.1:2" }),
        close: () => Promise.resolve(),
      };
    },
  });
}

const unused = (): Promise<void> => Promise.reject(new Error("was built"));

describe.skipIf(!HAS_PGBOUNCER)("PgBouncer in transaction mode", () => {
  test("is found out, and refused in one line without a URL that leads past it", async () => {
    const through = await pooler(10);
    expect(await findKeptSession(through)).toMatchObject({ session: false });
    await expect(start({ DATABASE_URL: through }, unused)).rejects.toThrow(
      /^DATABASE_URL leads through a pooler that does not keep sessions.*in DIRECT_DATABASE_URL$/u,
    );
    await expect(start({ DATABASE_URL: through, DIRECT_DATABASE_URL: through }, unused)).rejects.toThrow(
      /^DIRECT_DATABASE_URL leads through a pooler/u,
    );
  });

  test.each([1, 2, 3])("with %i connections is refused, and told that it needs more", async (connections) => {
    const through = await pooler(connections);
    const busy = await Promise.all(
      Array.from({ length: connections - 1 }, async () => {
        const client = new Client({ connectionString: through });
        await client.connect();
        await client.query("BEGIN");
        return client;
      }),
    );
    try {
      await expect(start({ DATABASE_URL: through, DIRECT_DATABASE_URL: url }, unused)).rejects.toThrow(
        /^DATABASE_URL cannot be used: while 1 of its connections worked, the next one did not \(.+\): a server needs more at once, by default_pool_size of a pooler/u,
      );
    } finally {
      await Promise.all(busy.map((client) => client.end()));
    }
  });

  test("with a URL that leads past it carries statements, and what needs a session goes past it", async () => {
    const through = await pooler(10);
    const seen: unknown[] = [];
    const server = await start({ DATABASE_URL: through, DIRECT_DATABASE_URL: url }, async (db) => {
      const counted = sql`SELECT count(*) > $1 AS migrated FROM schema_migration`;
      const replies = await Promise.all(Array.from({ length: 60 }, () => db.query(counted, [40])));
      seen.push(new Set(replies.map(([row]) => row?.["migrated"])));
      const lock = await db.connect("lock");
      const taken = sql`SELECT pg_try_advisory_lock(78) AS taken`;
      seen.push(await lock.query(taken), await db.query(taken));
      await lock.close();
    });
    await server.stop();
    expect(seen).toEqual([new Set([true]), [{ taken: true }], [{ taken: false }]]);
  });
});
