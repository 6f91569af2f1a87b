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
    throw dataDirUnusable(dataDir, error);
  }
}

/** What to tell an operator whose DATA_DIR failed. */
export function dataDirUnusable(dataDir: string, error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartupError(
    `DATA_DIR ${dataDir} cannot be used: ${reason}; set it to a folder that can be written`,
  );
}
