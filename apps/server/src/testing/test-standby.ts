import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { type Cluster, startCluster } from "../db/cluster/cluster.ts";
import { makeTestFolder } from "./test-folder.ts";
import type { TestCluster } from "./test-cluster.ts";

/** A hot standby of a test's own cluster. */
export interface TestStandby {
  /** Connection string of one of the copied databases, as the running server. */
  url(database: string): string;
  /** Stops replaying, so that the standby falls behind, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const QUIET = { info: () => undefined, warn: console.warn, error: console.error };

/** Copies a running cluster and lets the copy follow it. */
export async function startTestStandby({ adminUrl }: Pick<TestCluster, "adminUrl">): Promise<TestStandby> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  const dataDir = makeTestFolder("lotus-standby-");
  let cluster: Cluster;
  try {
    const setting = async (name: string): Promise<string> => {
      const { rows } = await admin.query<{ value: string }>("SELECT current_setting($1) AS value", [name]);
      return rows[0]?.value ?? "";
    };
    // The standby connects as the user that PostgreSQL runs as; only the two of them reach the folder of the socket.
    appendFileSync(await setting("hba_file"), "local replication all trust\n");
    await admin.query("SELECT pg_reload_conf()");
    const home = join(dataDir, "cluster");
    mkdirSync(home, { mode: 0o755 });
    const data = join(home, "data");
    await admin.query("SELECT pg_backup_start('standby', true)");
    execFileSync("cp", ["-a", await setting("data_directory"), data]);
    const { rows } = await admin.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    // Owned by PostgreSQL's user, as what was copied.
    const { uid, gid } = statSync(data);
    for (const [name, text] of [
      ["backup_label", rows[0]?.labelfile ?? ""],
      ["standby.signal", ""],
    ] as const) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      chownSync(join(data, name), uid, gid);
    }
    rmSync(join(data, "postmaster.pid"), { force: true });
    const host = (await setting("unix_socket_directories")).replaceAll('"', "");
    cluster = await startCluster({
      dataDir,
      log: QUIET,
      settings: {
        shared_buffers: "64MB",
        max_connections: "200",
        primary_conninfo: `host='${host}' user=${new URL(adminUrl).username} application_name=standby`,
      },
    });
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await admin.end();
  }
  const own = new Client({ connectionString: cluster.url("superuser", "postgres") });
  // It ends with its standby.
  own.on("error", () => undefined);
  await own.connect();
  return {
    url: (database) => cluster.url("app", database),
    pause: async () => void (await own.query("SELECT pg_wal_replay_pause()")),
    resume: async () => void (await own.query("SELECT pg_wal_replay_resume()")),
    stop: async () => {
      await own.end();
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
