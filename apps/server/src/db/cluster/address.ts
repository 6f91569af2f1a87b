import { realpathSync } from "node:fs";
import { join } from "node:path";
import { SUPERUSER } from "./initdb.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { isRunning } from "./process-table.ts";

/** The database of the server inside its own cluster. */
export const HOUSE_DATABASE = "lotus";

/** Who connects: the owner of the tables, the running server, or the superuser. */
export type ClusterRole = "owner" | "app" | "superuser";

/** Name of each role in PostgreSQL. */
export const ROLE_NAMES: Readonly<Record<ClusterRole, string>> = {
  owner: "lotus_owner",
  app: "lotus_app",
  superuser: SUPERUSER,
};

/** The connection string of a database behind a private socket. */
export function clusterUrl(socketFolder: string, role: ClusterRole, database = HOUSE_DATABASE): string {
  return `postgresql://${ROLE_NAMES[role]}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/**
 * The connection string of the cluster that a server runs in DATA_DIR, or null when none runs; for programs that use
 * the database next to the server.
 */
export function findRunningCluster(dataDir: string, role: ClusterRole): string | null {
  let data: string;
  try {
    data = join(realpathSync(join(dataDir, "cluster")), "data");
  } catch {
    return null;
  }
  const file = readPostmasterFile(data);
  if (file === null || file.status !== "ready" || !isRunning(file.pid)) return null;
  return clusterUrl(file.socketFolder, role);
}
