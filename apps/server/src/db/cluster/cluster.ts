import { openDataDir } from "../../settings/data-dir.ts";
import { clusterUrl, type ClusterRole } from "./address.ts";
import { prepareBinaries } from "./binaries.ts";
import { type PostgresSettings, writeConfiguration } from "./configuration.ts";
import { createRoles } from "./create-roles.ts";
import { ensureData } from "./initdb.ts";
import { type Comeback, runSupervised } from "./run-supervised.ts";
import { clearLeftovers } from "./leftovers.ts";
import type { LogBounds } from "./log-size.ts";
import type { ClusterLog } from "./log.ts";
import { claimOwnership } from "./owner.ts";
import { type Place, placeCluster } from "./place.ts";
import { makeSocketFolder, removeSocketFolder } from "./socket-folder.ts";

/** The server's own PostgreSQL, running. */
export interface Cluster {
  /** The connection string of a database for one of the roles; `lotus` when no other is named. */
  url(role: ClusterRole, database?: string): string;
  /** The current process id of PostgreSQL (it changes when a killed one was restarted). */
  pid(): number;
  /** True when this start created the data. */
  readonly isNew: boolean;
  /** Stops PostgreSQL cleanly and releases DATA_DIR. */
  stop(): Promise<void>;
}

/** How to start a cluster. */
export interface ClusterOptions {
  /** DATA_DIR; created when missing. */
  readonly dataDir: string;
  readonly log: ClusterLog;
  /** PostgreSQL settings that override the server's own, for tests. */
  readonly settings?: PostgresSettings;
  /** Size limit of postgres.log, for tests. */
  readonly logBounds?: LogBounds;
  /** Called whenever PostgreSQL ended or failed to restart while its disk is full. */
  readonly onFull?: (reason: string) => void;
  /** How PostgreSQL is restarted, for tests. */
  readonly comeback?: Partial<Comeback>;
}

/**
 * Starts the embedded PostgreSQL of DATA_DIR, creating it first when there is none, and keeps it running until `stop`.
 * It listens on a private socket only. @throws StartupError with one clear line for everything that an operator can fix
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const dataDir = openDataDir(options.dataDir);
  const place = placeCluster(dataDir, options.log);
  const ownership = claimOwnership(place.home, dataDir);
  try {
    const running = await start(place, options);
    return {
      ...running,
      stop: async () => {
        await running.stop();
        ownership.release();
      },
    };
  } catch (error) {
    ownership.release();
    throw error;
  }
}

async function start(place: Place, options: ClusterOptions): Promise<Cluster> {
  const { log } = options;
  const binaries = prepareBinaries(place);
  const oldSocketFolder = await clearLeftovers(place, log);
  if (oldSocketFolder !== null) removeSocketFolder(oldSocketFolder);
  const outcome = await ensureData(place, binaries);
  const socketFolder = makeSocketFolder(place);
  const configFile = writeConfiguration(place, socketFolder, options.settings ?? {});
  const keeper = await runSupervised({
    place,
    binaries,
    configFile,
    log,
    onFull: options.onFull ?? (() => undefined),
    comeback: options.comeback ?? {},
    ...(options.logBounds === undefined ? {} : { logBounds: options.logBounds }),
  });
  const stop = async (): Promise<void> => {
    await keeper.stop();
    removeSocketFolder(socketFolder);
  };
  try {
    await createRoles(socketFolder);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: (role, database) => clusterUrl(socketFolder, role, database),
    pid: () => keeper.pid(),
    isNew: outcome === "made",
    stop,
  };
}
