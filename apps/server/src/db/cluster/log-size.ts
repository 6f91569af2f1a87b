import { copyFileSync, statSync, truncateSync } from "node:fs";

const LIMIT_BYTES = 10 * 1024 * 1024;
const LOOK_EVERY_MS = 30_000;

/** How often the size of the log is checked, and its limit; for tests. */
export interface LogBounds {
  readonly limitBytes?: number;
  readonly lookEveryMs?: number;
}

/**
 * Looks after the log that PostgreSQL appends to: one that has outgrown its bound goes to `<path>.1`, over what was there,
 * and begins anew. PostgreSQL holds the file open for as long as it runs, so the file is emptied rather than moved.
 * @returns ends the looking
 */
export function boundLog(path: string, onError: (line: string) => void, bounds: LogBounds = {}): () => void {
  const { limitBytes = LIMIT_BYTES, lookEveryMs = LOOK_EVERY_MS } = bounds;
  const look = (): void => {
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= limitBytes) return;
      copyFileSync(path, `${path}.1`);
      truncateSync(path);
    } catch (error) {
      onError(`${path} grows: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  look();
  const timer = setInterval(look, lookEveryMs).unref();
  return () => clearInterval(timer);
}
