import { copyFileSync, statSync, truncateSync } from "node:fs";

const LIMIT_BYTES = 10 * 1024 * 1024;
const CHECK_EVERY_MS = 30_000;

/** How often the size of the log is checked, and its limit; for tests. */
export interface LogBounds {
  readonly limitBytes?: number;
  readonly checkEveryMs?: number;
}

/**
 * Rotates the log that PostgreSQL appends to: above the limit it is copied over `<path>.1` and emptied. It is not
 * renamed, because PostgreSQL keeps the file open for as long as it runs. @returns stops the checks
 */
export function boundLog(path: string, onError: (line: string) => void, bounds: LogBounds = {}): () => void {
  const { limitBytes = LIMIT_BYTES, checkEveryMs = CHECK_EVERY_MS } = bounds;
  const check = (): void => {
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= limitBytes) return;
      copyFileSync(path, `${path}.1`);
      truncateSync(path);
    } catch (error) {
      onError(`${path} grows: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  check();
  const timer = setInterval(check, checkEveryMs).unref();
  return () => clearInterval(timer);
}
