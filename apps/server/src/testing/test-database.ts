import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { type Database, type DatabaseOptions, openDatabase } from "../db/database.ts";
import { administer } from "./administer.ts";
import type { TestCluster } from "./test-cluster.ts";

export { advanceTestClock, runTestClock, setTestClock } from "./test-clock.ts";

/** The database of a test file, with all migrations applied and no other data. */
export interface TestDatabase {
  /** Connected as the running server, with the running server's rights. */
  readonly db: Database;
  /** Connected as the owner of the tables, to read and prepare what the server may not. */
  readonly owner: Database;
  /** Connection strings of both, for a process the test starts. */
  readonly url: string;
  readonly ownerUrl: string;
  close(): Promise<void>;
}

/** Copies the template into a fresh database; call it in `beforeAll` and `close` it in `afterAll`. */
export async function openTestDatabase(
  size = 10,
  { adminUrl, template, standby }: TestCluster = inject("testCluster"),
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Copying files is many times faster than writing the template through the log.
  await administer(adminUrl, [
    `CREATE DATABASE ${name} TEMPLATE ${template} OWNER lotus_owner STRATEGY FILE_COPY`,
  ]);
  const url = urlOf(adminUrl, name, "lotus_app");
  const ownerUrl = urlOf(adminUrl, name, "lotus_owner");
  const open = (at: string, connections: number, more: Partial<DatabaseOptions> = {}): Database =>
    openDatabase({
      ...more,
      url: at,
      applicationName: "test",
      size: connections,
      random: () => 0.5,
      // A thousand clicks at once wait for their turn, on a machine that is busy with others too.
      waitTimeoutMs: 45_000,
    });
  const reads = standby === undefined ? {} : { standbyUrl: standby.url(name), onRead: standby.onRead };
  const db = open(url, size, reads);
  const owner = open(ownerUrl, 3);
  return {
    db,
    owner,
    url,
    ownerUrl,
    close: async () => {
      await Promise.all([db.close(), owner.close()]);
      await administer(adminUrl, [`DROP DATABASE ${name} WITH (FORCE)`]);
    },
  };
}

function urlOf(adminUrl: string, database: string, user: string): string {
  const url = new URL(adminUrl);
  url.username = user;
  url.pathname = `/${database}`;
  return url.href;
}
