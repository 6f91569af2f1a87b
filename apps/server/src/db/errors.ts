/** Every connection is in use, and the queue is full or the wait timed out. The caller may retry later. */
export class PoolExhausted extends Error {
  override readonly name = "PoolExhausted";
}

/**
 * The database cannot be reached, was lost or became a standby. The statement may or may not have been committed: a
 * money call must be retried with its key.
 */
export class DatabaseUnavailable extends Error {
  override readonly name: string = "DatabaseUnavailable";
}

/** The disk of the database is full: the statement had no effect, and no other will until there is room. */
export class DatabaseFull extends DatabaseUnavailable {
  override readonly name = "DatabaseFull";
}

/** The database's clock leapt. Nothing was written that depended on it. */
export class ClockLeapt extends Error {
  override readonly name = "ClockLeapt";
}

/** The SQLSTATE of an error from PostgreSQL ("23505" is a unique violation), else null. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  // EPIPE, an error of a socket, has five capitals too.
  if ("syscall" in error) return null;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** True for the two errors after which the same transaction should be retried. */
export function mayRetry(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40001" || state === "40P01";
}

/** Maps the many errors of a lost connection to one; any other error is returned unchanged. */
export function named(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PoolExhausted || error instanceof DatabaseUnavailable)
    return error;
  const state = sqlState(error);
  if (isDiskFull(state, error.message))
    return new DatabaseFull(`the disk of the database is full: ${error.message}`, { cause: error });
  // 25006: no transaction of the server is read-only on purpose, so the connection leads to a database that is no
  // longer the primary. The statement had no effect, and only a new connection can reach the new primary. A standby says
  // the same of unlogged tables by another code.
  const isOfStandby = state === "25006" || (state === "0A000" && error.message.includes("during recovery"));
  const lost = state === null ? isLostConnection(error) : isOfStandby || /^(08|57P0|53300)/.test(state);
  return lost
    ? new DatabaseUnavailable(`the database cannot be reached: ${error.message}`, { cause: error })
    : error;
}

/** True if an error or its cause is a full disk: the database's, or the one this process writes to. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : "";
  return (
    code === "ENOSPC" || code === "EDQUOT" || named(error) instanceof DatabaseFull || isNoRoom(error.cause)
  );
}

function isDiskFull(state: string | null, message: string): boolean {
  // Parallel workers that get no shared memory fail with the same code, but that is not the disk.
  if (state === "53100") return !message.includes("shared memory");
  return state === "58030" && /No space left on device|quota exceeded/iu.test(message);
}

function isLostConnection(error: Error): boolean {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"].includes(code))
    return true;
  // pg sets no code on these.
  return /Connection terminated|not queryable|Client was closed|timeout exceeded when trying to connect|Query read timeout/.test(
    error.message,
  );
}
