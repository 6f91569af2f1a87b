import { rmSync } from "node:fs";
import { Client } from "pg";
import { startCluster } from "@lotus/server/db/cluster/cluster";
import { prepareCluster, TEMPLATE } from "@lotus/server/testing/prepared-cluster";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import type { Control } from "./parked.ts";
import { plantInDatabase } from "./planted-bugs.ts";

const LOG = { info: () => undefined, warn: console.warn, error: console.error };

// The databases are thrown away, so nothing is synced to the disk; and nothing runs in the background, so that a run depends on
// its seed alone. What a run waits for is bounded by the simulated time.
const SETTINGS = {
  shared_buffers: "128MB",
  max_connections: "200",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  synchronize_seqscans: "off",
  max_parallel_workers_per_gather: "0",
  // The simulator ends them: PostgreSQL's own look would be at an instant that nobody decides.
  deadlock_timeout: "1h",
  idle_in_transaction_session_timeout: "0",
  // Planned once, as the statements of a run are many and their tables small.
  plan_cache_mode: "force_generic_plan",
  track_activities: "off",
  track_counts: "off",
  update_process_title: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  checkpoint_timeout: "1h",
};

/** A running PostgreSQL whose databases have the time of a world. */
export interface SimulatedCluster {
  readonly dataDir: string;
  /** Path of its socket. */
  readonly socketPath: string;
  readonly template: string;
  readonly control: Control;
  url(database: string, role?: "app" | "owner"): string;
  /** Runs a statement as the superuser. */
  admin(statement: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  copy(name: string): Promise<void>;
  drop(name: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * What time it is, to everything in a database: the function that `house_clock()` and the defaults of columns call. It is
 * replaced where it is, since the defaults name it by its number.
 */
const CLOCK = `
  CREATE OR REPLACE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
  AS $$ SELECT to_timestamp(current_setting('sim.now')::float8) $$`;

/** Starts it, with a migrated template. */
export async function startSimulatedCluster(): Promise<SimulatedCluster> {
  const dataDir = makeTestFolder("lotus-simulated-");
  await prepareCluster(dataDir);
  const cluster = await startCluster({ dataDir, log: LOG, settings: SETTINGS });
  const adminUrl = cluster.url("superuser", "postgres");
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const admin = async (statement: string, values: readonly unknown[] = []) =>
    (await client.query<Record<string, unknown>>(statement, [...values])).rows;
  const owner = new Client({ connectionString: cluster.url("superuser", TEMPLATE) });
  await owner.connect();
  await owner.query(CLOCK);
  await plantInDatabase(
    async (text, values = []) => (await owner.query<Record<string, unknown>>(text, [...values])).rows,
  );
  await owner.end();
  const host = new URL(adminUrl).searchParams.get("host") ?? "";
  return {
    dataDir,
    socketPath: `${host}/.s.PGSQL.5432`,
    template: TEMPLATE,
    control: controlOf(admin),
    url: (database, role = "app") => cluster.url(role, database),
    admin,
    copy: async (name) => {
      await admin(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} OWNER lotus_owner STRATEGY FILE_COPY`);
    },
    drop: async (name) => {
      await admin(`DROP DATABASE ${name} WITH (FORCE)`);
    },
    stop: async () => {
      await client.end();
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function controlOf(admin: SimulatedCluster["admin"]): Control {
  return {
    blockers: async (pids) => {
      const rows = await admin(
        "SELECT pid, pg_blocking_pids(pid) AS by FROM unnest($1::int[]) AS pid WHERE cardinality(pg_blocking_pids(pid)) > 0",
        [pids],
      );
      // Two columns of these types.
      return new Map(rows.map(({ pid, by }) => [pid as number, by as number[]]));
    },
    cancel: async (pid) => {
      await admin("SELECT pg_cancel_backend($1)", [pid]);
    },
  };
}
