import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { prepareCluster } from "../../testing/prepared-cluster.ts";
import { makeTestFolder } from "../../testing/test-folder.ts";
import { findRunningCluster } from "./address.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { isRunning } from "./process-table.ts";

const root = makeTestFolder("lotus-cluster-");
const running: Cluster[] = [];
const holders: ChildProcess[] = [];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

afterEach(async () => {
  await Promise.all(running.splice(0).map((cluster) => cluster.stop()));
  for (const holder of holders.splice(0)) holder.kill("SIGKILL");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A DATA_DIR whose cluster was created before, by an earlier start as it were. */
async function prepared(name: string): Promise<string> {
  const dataDir = join(root, name);
  await prepareCluster(dataDir);
  return dataDir;
}

async function start(dataDir: string): Promise<Cluster> {
  const cluster = await startCluster({ dataDir, log: silent });
  running.push(cluster);
  return cluster;
}

async function queryText(url: string, question: string): Promise<string> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(question);
    return String(Object.values(rows[0] ?? {})[0]);
  } finally {
    await client.end();
  }
}

interface Held {
  readonly pid?: number;
  readonly url?: string;
  readonly trouble?: string;
}

/** Starts a server process on the folder and returns the first line it printed. */
async function hold(dataDir: string): Promise<{ holder: ChildProcess; held: Held }> {
  const holder = spawn(process.execPath, [join(import.meta.dirname, "hold-cluster.ts"), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  holders.push(holder);
  for await (const line of createInterface({ input: holder.stdout })) {
    // The line is written by the stand-in beside this file, so its shape is known.
    const held: Held = JSON.parse(line);
    return { holder, held };
  }
  throw new Error("the stand-in printed nothing");
}

async function killed(holder: ChildProcess): Promise<void> {
  const exit = once(holder, "exit");
  holder.kill("SIGKILL");
  await exit;
}

describe("the embedded cluster", () => {
  test("keeps its log small while it runs, and the last of it", async () => {
    const dataDir = await prepared("talkative");
    const logBounds = { limitBytes: 20_000, checkEveryMs: 20 };
    const cluster = await startCluster({ dataDir, log: silent, logBounds });
    running.push(cluster);
    const log = join(realpathSync(join(dataDir, "cluster")), "postgres.log");
    const complain = (word: string): Promise<string> =>
      queryText(cluster.url("app"), `SELECT 1/0 AS ${word}`).catch(() => "");
    for (let n = 0; n < 12; n += 1) await complain(`first_${"x".repeat(40)}${n}`);
    await queryText(cluster.url("superuser"), `DO $$ BEGIN RAISE WARNING '%', repeat('w', 30000); END $$`);
    await vi.waitFor(() => expect(statSync(`${log}.1`).size).toBeGreaterThan(30_000), 60_000);
    expect(statSync(log).size).toBeLessThan(20_000);
    expect(readFileSync(`${log}.1`, "utf8")).toContain("first_");
    await complain("after");
    // New lines are written to the same file, from its beginning.
    expect(readFileSync(log, "utf8")).toMatch(/^[^\0]*SELECT 1\/0 AS after/u);
    expect(statSync(log).mode & 0o777).toBe(0o600);
    expect(statSync(`${log}.1`).mode & 0o777).toBe(0o600);
  });

  test("is made at the first start, durable and in UTF-8, and kept at the second", async () => {
    const dataDir = join(root, "plain");
    const first = await start(dataDir);
    expect(first.isNew).toBe(true);
    const superuser = first.url("superuser");
    const settings = [
      "fsync",
      "synchronous_commit",
      "full_page_writes",
      "data_checksums",
      "server_encoding",
      "wal_compression",
    ];
    const found = await Promise.all(settings.map((name) => queryText(superuser, `SHOW ${name}`)));
    expect(found).toEqual(["on", "on", "on", "on", "UTF8", "pglz"]);
    expect(await queryText(superuser, "SHOW listen_addresses")).toBe("");
    expect(await queryText(superuser, "SELECT upper('ứđ')")).toBe("ỨĐ");
    await queryText(first.url("owner"), "CREATE TABLE kept AS SELECT 7 AS n");
    await running.pop()?.stop();
    expect(existsSync(join(dataDir, "cluster/owner.json"))).toBe(false);

    const second = await start(dataDir);
    expect(second.isNew).toBe(false);
    expect(await queryText(second.url("owner"), "SELECT n FROM kept")).toBe("7");
  });

  test("gives the running server no right to make tables", async () => {
    const cluster = await start(await prepared("rights"));
    await expect(queryText(cluster.url("app"), "CREATE TABLE mine (n int)")).rejects.toThrow(
      /permission denied/u,
    );
    await expect(queryText(cluster.url("app"), "CREATE ROLE other")).rejects.toThrow(/permission denied/u);
  });

  test("is created again over a partial folder", async () => {
    const dataDir = join(root, "half");
    mkdirSync(join(dataDir, "cluster/data-new"), { recursive: true });
    writeFileSync(join(dataDir, "cluster/data-new/PG_VERSION"), "18\n");
    const cluster = await start(dataDir);
    expect(cluster.isNew).toBe(true);
    expect(await queryText(cluster.url("app"), "SELECT 1")).toBe("1");
    expect(existsSync(join(dataDir, "cluster/data-new"))).toBe(false);
  });

  test("refuses a second server and names the first", async () => {
    const dataDir = await prepared("second");
    await start(dataDir);
    await expect(startCluster({ dataDir, log: silent })).rejects.toThrow(
      `a server is already running on DATA_DIR ${realpathSync(dataDir)} (pid ${process.pid})`,
    );
    const { held } = await hold(dataDir);
    expect(held.trouble).toContain(`(pid ${process.pid})`);
    expect(await queryText(running[0]?.url("app") ?? "", "SELECT 1")).toBe("1");
  });

  test("starts over the stale files of processes that are gone, or whose number another has now", async () => {
    const dataDir = await prepared("stale");
    await start(dataDir);
    await running.pop()?.stop();
    const gone = { pid: process.pid, startTicks: "1", bootId: "none" };
    writeFileSync(join(dataDir, "cluster/owner.json"), JSON.stringify(gone));
    // This test's process is alive and not a PostgreSQL.
    const lines = [process.pid, join(dataDir, "cluster/data"), 1, 5432, "/nowhere", "", "", "ready"];
    writeFileSync(join(dataDir, "cluster/data/postmaster.pid"), lines.join("\n"));
    const cluster = await start(dataDir);
    expect(await queryText(cluster.url("app"), "SELECT 1")).toBe("1");
  });

  test("starts over the socket of a killed PostgreSQL whose number another process of its user has", async () => {
    const dataDir = await prepared("socket");
    const other = await start(await prepared("other"));
    await start(dataDir);
    await running.pop()?.stop();
    const lock = [other.pid(), join(dataDir, "cluster/data"), 1, 5432, join(dataDir, "cluster/socket"), ""];
    writeFileSync(join(dataDir, "cluster/socket/.s.PGSQL.5432.lock"), lock.join("\n"));
    const cluster = await start(dataDir);
    expect(await queryText(cluster.url("app"), "SELECT 1")).toBe("1");
  });

  test("stops by itself when its server is killed", async () => {
    const { holder, held } = await hold(await prepared("dies"));
    await killed(holder);
    await vi.waitFor(() => expect(isRunning(held.pid ?? 0)).toBe(false), { timeout: 60_000, interval: 20 });
  });

  test("takes over from a killed server whose PostgreSQL still runs", async () => {
    const dataDir = await prepared("orphan");
    const { holder, held } = await hold(dataDir);
    await queryText(
      held.url?.replace("lotus_app", "lotus_owner") ?? "",
      "CREATE TABLE kept AS SELECT 7 AS n",
    );
    // A stopped process handles no signal, so the orphan cannot end with its server.
    process.kill(held.pid ?? 0, "SIGSTOP");
    await killed(holder);
    expect(isRunning(held.pid ?? 0)).toBe(true);
    const starting = start(dataDir);
    await wait(200);
    process.kill(held.pid ?? 0, "SIGCONT");
    const cluster = await starting;
    expect(cluster.pid()).not.toBe(held.pid);
    expect(await queryText(cluster.url("owner"), "SELECT n FROM kept")).toBe("7");
  });

  test("comes back when PostgreSQL itself is killed, with all that was acknowledged", async () => {
    const cluster = await start(await prepared("killed"));
    await queryText(cluster.url("owner"), "CREATE TABLE kept AS SELECT 7 AS n");
    const first = cluster.pid();
    process.kill(first, "SIGKILL");
    await vi.waitFor(() => expect(cluster.pid()).not.toBe(first), { timeout: 60_000, interval: 20 });
    expect(await queryText(cluster.url("owner"), "SELECT n FROM kept")).toBe("7");
  });

  test("tries as long as it takes, with growing pauses, and says when its disk has no room", async () => {
    const dataDir = await prepared("stubborn");
    const pauses: number[] = [];
    let freeBytes = 10 * 1024 * 1024;
    const full: string[] = [];
    const lines: string[] = [];
    const logging = { ...silent, error: (line: string) => lines.push(line) };
    const cluster = await startCluster({
      dataDir,
      log: logging,
      onFull: (reason) => full.push(reason),
      comeback: {
        freeBytes: () => freeBytes,
        pause: async (ms) => {
          pauses.push(ms);
          // After ten minutes there is room again.
          if (pauses.reduce((sum, one) => sum + one, 0) > 600_000) {
            freeBytes *= 10;
            writeFileSync(join(dataDir, "cluster/data/PG_VERSION"), "18\n");
          }
          await wait(0);
        },
      },
    });
    running.push(cluster);
    await queryText(cluster.url("owner"), "CREATE TABLE kept AS SELECT 7 AS n");
    expect(full).toEqual([]);
    // A wrong version prevents its start, as a full disk would.
    writeFileSync(join(dataDir, "cluster/data/PG_VERSION"), "17\n");
    const first = cluster.pid();
    process.kill(first, "SIGKILL");
    await vi.waitFor(() => expect(cluster.pid()).not.toBe(first), { timeout: 60_000, interval: 20 });
    expect(await queryText(cluster.url("owner"), "SELECT n FROM kept")).toBe("7");
    expect(pauses.slice(0, 4)).toEqual([500, 500, 500, 500]);
    expect(full.length).toBeGreaterThan(20);
    expect(full.length).toBeLessThan(40);
    expect(full[0]).toMatch(/^PostgreSQL ended, and .*cluster has hardly any room left$/u);
    // Despite many attempts.
    expect(lines).toEqual([
      "PostgreSQL ended unasked: starting it again",
      expect.stringMatching(/^PostgreSQL did not start: /u),
    ]);
  });

  test("stops at once while it waits to start again", async () => {
    const dataDir = await prepared("waits");
    const cluster = await startCluster({ dataDir, log: silent });
    writeFileSync(join(dataDir, "cluster/data/PG_VERSION"), "17\n");
    process.kill(cluster.pid(), "SIGKILL");
    await vi.waitFor(
      () => expect(readFileSync(join(dataDir, "cluster/postgres.log"), "utf8")).toContain("initialized by"),
      60_000,
    );
    await cluster.stop();
    expect(existsSync(join(dataDir, "cluster/owner.json"))).toBe(false);
  });

  test("puts the socket elsewhere when its path would be too long, and cleans it up", async () => {
    const dataDir = await prepared("long".repeat(20));
    const cluster = await start(dataDir);
    const url = cluster.url("app");
    const folder = decodeURIComponent(new URL(url).searchParams.get("host") ?? "");
    expect(folder.startsWith(realpathSync(tmpdir()))).toBe(true);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(await queryText(url, "SELECT 1")).toBe("1");
    expect(findRunningCluster(dataDir, "app")).toBe(url);
    await running.pop()?.stop();
    expect(existsSync(folder)).toBe(false);
    expect(findRunningCluster(dataDir, "app")).toBeNull();
  });

  test.runIf(process.getuid?.() === 0)(
    "lives under /var/lib/lotus where its user cannot reach DATA_DIR",
    async () => {
      const closed = join(root, "closed");
      mkdirSync(closed, { mode: 0o700 });
      const dataDir = join(closed, "data");
      const cluster = await start(dataDir);
      const home = realpathSync(join(dataDir, "cluster"));
      try {
        expect(lstatSync(join(dataDir, "cluster")).isSymbolicLink()).toBe(true);
        expect(home).toMatch(/^\/var\/lib\/lotus\/[0-9a-f]{16}$/u);
        expect(await queryText(cluster.url("app"), "SELECT 1")).toBe("1");
        await running.pop()?.stop();
        expect((await start(dataDir)).isNew).toBe(false);
      } finally {
        await running.pop()?.stop();
        rmSync(home, { recursive: true });
      }
    },
  );

  test("says in one line what PostgreSQL complains about", async () => {
    const dataDir = await prepared("complaint");
    const failing = startCluster({ dataDir, log: silent, settings: { shared_buffers: "nonsense" } });
    await expect(failing).rejects.toThrow(/PostgreSQL did not start: .*shared_buffers/u);
    writeFileSync(join(dataDir, "cluster/data/PG_VERSION"), "17\n");
    await expect(startCluster({ dataDir, log: silent })).rejects.toThrow(/made by PostgreSQL 17/u);
    expect(readFileSync(join(dataDir, "cluster/postgres.log"), "utf8")).toContain("shared_buffers");
  });
});
