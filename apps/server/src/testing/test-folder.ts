import { chmodSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ENOUGH_BYTES = 2 * 1024 ** 3;

/**
 * Makes a folder for the databases of a test: in memory where there is plenty of it (a container's /dev/shm
 * may hold only 64 MB), so that a busy disk does not slow the tests. Syncing stays on all the same.
 */
export function makeTestFolder(prefix: string): string {
  const folder = mkdtempSync(join(roomyFolder(), prefix));
  // As root the database runs as another user, who has to get there.
  chmodSync(folder, 0o711);
  return folder;
}

function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > ENOUGH_BYTES ? "/dev/shm" : tmpdir();
  } catch {
    return tmpdir();
  }
}
