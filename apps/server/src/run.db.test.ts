import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Cluster, startCluster } from "./db/cluster/cluster.ts";
import { sql } from "./db/database.ts";
import { administer } from "./testing/administer.ts";
import { emptyDatabase, prepareCluster } from "./testing/prepared-cluster.ts";
import { openTestDatabase } from "./testing/test-database.ts";
import { makeTestFolder } from "./testing/test-folder.ts";
import type { Deps } from "./deps.ts";
import { StartupError } from "./settings/startup-error.ts";
import { type BuiltServer, type RunningServer, startServer } from "./run.ts";

const root = makeTestFolder("lotus-run-");
const servers: RunningServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));
afterAll(() => rmSync(root, { recursive: true }));

const ADDRESSES = { playerUrl: "http://127.0.0.1:1", opsUrl: "http://127.0.0.1:2" };

async function start(
  environment: Record<string, string>,
  build: (deps: Deps) => Promise<BuiltServer>,
): Promise<RunningServer> {
  const server = await startServer({
    environment: { LOG_LEVEL: "silent", PORT: "0", DESK_PORT: "0", ...environment },
    mode: "demo",
    build,
  });
  servers.push(server);
  return server;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A cluster whose database is empty. */
async function startEmpty(name: string): Promise<Cluster> {
  const dataDir = join(root, name);
  await prepareCluster(dataDir);
  const cluster = await startCluster({ dataDir, log: silent });
  await emptyDatabase(cluster);
  return cluster;
}

describe("starting the server", () => {
  test("opens a migrated database and closes the server before it", async () => {
    const seen: string[] = [];
    const dataDir = join(root, "data");
    const server = await start({ DATA_DIR: dataDir }, (deps) =>
      Promise.resolve({
        listen: () => Promise.resolve(ADDRESSES),
        close: async () => {
          const [row] = await deps.db.query<{ n: bigint }>(sql`SELECT count(*) AS n FROM schema_migration`);
          seen.push((row?.n ?? 0n) > 5n ? "closed on an open database" : "closed on an empty one");
          // LOG_LEVEL defaults to "info".
          seen.push(deps.log.level);
        },
        demo: { accounts: [{ username: "lotus", password: "p", note: "a player" }] },
      }),
    );
    expect(server).toMatchObject({ ...ADDRESSES, demoAccounts: [{ username: "lotus" }] });
    expect(existsSync(join(dataDir, "cluster/owner.json"))).toBe(true);
    await Promise.all([server.stop(), server.stop()]);
    expect(seen).toEqual(["closed on an open database", "silent"]);
    expect(existsSync(join(dataDir, "cluster/owner.json"))).toBe(false);
  });

  test("lets go of the database when it fails", async () => {
    const dataDir = join(root, "failing");
    await prepareCluster(dataDir);
    const failing = start({ DATA_DIR: dataDir }, () =>
      Promise.resolve({
        listen: () => Promise.reject(new Error("no port")),
        close: () => Promise.resolve(),
      }),
    );
    await expect(failing).rejects.toThrow("no port");
    expect(existsSync(join(dataDir, "cluster/owner.json"))).toBe(false);
  });

  test.each([
    ["of DATA_DIR", Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })],
    [
      "of the database",
      new Error("rights.sql failed", {
        cause: Object.assign(new Error("could not extend file"), { code: "53100" }),
      }),
    ],
  ])("says in one line that its disk is full: that %s", async (_whose, failure) => {
    const dataDir = join(root, "full");
    if (!existsSync(dataDir)) await prepareCluster(dataDir);
    const failing = start({ DATA_DIR: dataDir }, () => Promise.reject(failure));
    await expect(failing).rejects.toThrow(
      `the disk of DATA_DIR ${dataDir} is full: make room and start again (${failure.message})`,
    );
    await expect(failing).rejects.toBeInstanceOf(StartupError);
  });

  test("refuses a database whose clock can be set", async () => {
    const base = await openTestDatabase();
    try {
      const failing = start(
        { DATA_DIR: join(root, "given"), DATABASE_URL: base.url, MIGRATE_DATABASE_URL: base.ownerUrl },
        () => Promise.reject(new Error("was built")),
      );
      await expect(failing).rejects.toThrow(/house_clock\(\) of this database is not the server's own/u);
    } finally {
      await base.close();
    }
  });

  test.each([
    ["one role for everything", "lotus_owner", null],
    ["a running role of another name", "shop_app", "lotus_owner"],
  ])("runs on a given PostgreSQL, with %s", async (_what, appRole, ownerRole) => {
    const cluster = await startEmpty(`external-${appRole}`);
    try {
      await administer(cluster.url("superuser"), ["CREATE ROLE shop_app LOGIN"]);
      const as = (role: string): string => cluster.url("owner").replace("lotus_owner", role);
      const own = ownerRole === null ? {} : { MIGRATE_DATABASE_URL: as(ownerRole) };
      const seen: unknown[] = [];
      const server = await start(
        { DATA_DIR: join(root, `house-${appRole}`), DATABASE_URL: as(appRole), ...own },
        async ({ db }) => {
          seen.push(...(await db.query(sql`SELECT current_user::text AS role, count(*) AS n FROM transfer`)));
          return { listen: () => Promise.resolve(ADDRESSES), close: () => Promise.resolve() };
        },
      );
      expect(seen).toEqual([{ role: appRole, n: 0n }]);
      await server.stop();
    } finally {
      await cluster.stop();
    }
  });

  test("names the setting that is missing when the tables are another role's", async () => {
    const cluster = await startEmpty("two-roles");
    const appUrl = cluster.url("app");
    const begin = (own: Record<string, string>): Promise<RunningServer> =>
      start({ DATA_DIR: join(root, "house-two-roles"), DATABASE_URL: appUrl, ...own }, () =>
        Promise.resolve({ listen: () => Promise.resolve(ADDRESSES), close: () => Promise.resolve() }),
      );
    try {
      await expect(begin({})).rejects.toThrow(
        /^the role lotus_app of DATABASE_URL may not make tables in this database: .* MIGRATE_DATABASE_URL$/u,
      );
      await (await begin({ MIGRATE_DATABASE_URL: cluster.url("owner") })).stop();
      await expect(begin({})).rejects.toThrow(
        /^the role lotus_app of DATABASE_URL does not own its tables, lotus_owner does: .* MIGRATE_DATABASE_URL$/u,
      );
      await expect(begin({ MIGRATE_DATABASE_URL: appUrl })).rejects.toThrow(
        /of MIGRATE_DATABASE_URL does not own/u,
      );
      const nowhere = "postgresql://lotus:geheim@127.0.0.1:1/lotus";
      await expect(begin({ MIGRATE_DATABASE_URL: nowhere })).rejects.toThrow(
        /^MIGRATE_DATABASE_URL cannot be used: (?!.*geheim)/u,
      );
    } finally {
      await cluster.stop();
    }
  });

  test.each([
    [{ HOST: "203.0.113.1" }, /^this machine cannot listen on 203\.0\.113\.1: set HOST to/u],
    [
      { DATABASE_URL: "postgresql://lotus:geheim@127.0.0.1:1/lotus" },
      /^DATABASE_URL cannot be used: (?!.*geheim).* correct DATABASE_URL/u,
    ],
  ])("refuses %o in one line, and leaves nothing behind", async (environment, line) => {
    const dataDir = join(root, "absent");
    const failing = start({ DATA_DIR: dataDir, ...environment }, () =>
      Promise.reject(new Error("was built")),
    );
    await expect(failing).rejects.toThrow(line);
    expect(existsSync(dataDir)).toBe(false);
  });
});
