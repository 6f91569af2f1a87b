import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { startCluster } from "../db/cluster/cluster.ts";
import type { PostgresSettings } from "../db/cluster/configuration.ts";
import type { ReadPlace } from "../db/database.ts";
import { prepareCluster, TEMPLATE } from "./prepared-cluster.ts";
import { installTestClock } from "./test-clock.ts";
import { makeTestFolder } from "./test-folder.ts";

const QUIET = { info: () => undefined, warn: console.warn, error: console.error };

/**
 * Nothing of the shared cluster outlives the run, so that no commit waits for the disk. Processes that are killed lose
 * nothing by it; tests of a disk or a machine that fails have clusters of their own.
 */
const SHORT_LIVED: PostgresSettings = { fsync: "off", full_page_writes: "off" };

/** The cluster the test files share. */
export interface TestCluster {
  /** Superuser, on the database postgres. */
  readonly adminUrl: string;
  readonly template: string;
  /** A standby of it, for reads of the past, and what is told where each was answered. */
  readonly standby?: {
    readonly url: (database: string) => string;
    readonly onRead: (place: ReadPlace) => void;
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    testCluster: TestCluster;
  }
}

/** Starts one real PostgreSQL for the run, with a migrated template every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...shared } = await startTestCluster(SHORT_LIVED);
  project.provide("testCluster", shared);
  return stop;
}

/** Starts a real PostgreSQL, for a test that changes settings of all its databases. */
export async function startTestCluster(
  settings: PostgresSettings = {},
): Promise<TestCluster & { stop(): Promise<void> }> {
  const dataDir = makeTestFolder("lotus-test-");
  await prepareCluster(dataDir);
  const cluster = await startCluster({
    dataDir,
    log: QUIET,
    settings: { shared_buffers: "128MB", max_connections: "200", ...settings },
  });
  const stop = async (): Promise<void> => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const adminUrl = cluster.url("superuser", "postgres");
    await installTestClock(cluster.url("owner", TEMPLATE));
    return { adminUrl, template: TEMPLATE, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
