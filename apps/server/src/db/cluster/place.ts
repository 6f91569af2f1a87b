import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "../../settings/startup-error.ts";
import { canReach, type ChildUser, chooseChildUser } from "./child-user.ts";
import type { ClusterLog } from "./log.ts";

const SYSTEM_FOLDER = "/var/lib/lotus";

/** The folders of a cluster and the user it runs as. */
export interface Place {
  /** Contains the owner file, the configuration, the log and `data`. Owned by the server's user. */
  readonly home: string;
  /** PostgreSQL's own folder, private to the user it runs as. */
  readonly data: string;
  readonly child: ChildUser | null;
}

/**
 * Finds or creates the home of the cluster of DATA_DIR: `DATA_DIR/cluster`, or, if PostgreSQL's user cannot reach that
 * (a 0700 home of root), a folder under /var/lib/lotus that `DATA_DIR/cluster` links to.
 */
export function placeCluster(dataDir: string, log: ClusterLog, systemFolder = SYSTEM_FOLDER): Place {
  const link = join(dataDir, "cluster");
  const home =
    lstatSync(link, { throwIfNoEntry: false }) === undefined
      ? makeHome(dataDir, link, log, systemFolder)
      : follow(link);
  const data = join(home, "data");
  const child = chooseChildUser(data);
  if (child !== null && !canReach(home, child)) {
    throw new StartupError(
      `the user ${child.name} that runs PostgreSQL cannot reach ${home}: open the folders above it (chmod o+x)`,
    );
  }
  return { home, data, child };
}

function follow(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    throw new StartupError(
      `${link} points to a folder that is gone: bring it back, or remove the link to begin with an empty database`,
    );
  }
}

function makeHome(dataDir: string, link: string, log: ClusterLog, systemFolder: string): string {
  const child = chooseChildUser(join(link, "data"));
  if (child === null || canReach(realpathSync(dataDir), child)) {
    makeOpen(link);
    return realpathSync(link);
  }
  const hash = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 16);
  const home = join(systemFolder, hash);
  if (existsSync(join(home, "data"))) {
    // DATA_DIR was emptied and its keys are gone, so this database must not be used with new ones.
    const aside = `${home}.left-${Date.now()}`;
    renameSync(home, aside);
    log.warn(`the database of an earlier ${dataDir} was left in ${aside}`);
  }
  makeOpen(systemFolder);
  makeOpen(home);
  symlinkSync(home, link);
  return realpathSync(link);
}

/** Creates a folder that others may enter, whatever the umask; private data is in subfolders. */
function makeOpen(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}
