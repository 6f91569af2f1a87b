import { chmodSync, existsSync, mkdirSync, realpathSync } from "node:fs";
import { StartupError } from "./startup-error.ts";

/**
 * Creates DATA_DIR if it is missing. Other users may traverse it to their own folders below (started as root,
 * PostgreSQL runs as another user), but not list it.
 * @returns its real path
 * @throws StartupError if it cannot be created or entered
 */
export function openDataDir(dataDir: string): string {
  try {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true });
      chmodSync(dataDir, 0o711);
    }
    return realpathSync(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`DATA_DIR ${dataDir} cannot be used: ${reason}`);
  }
}
