/** Every connection is in use and the queue is full or did not move in time. The caller may try later. */
export class PoolExhausted extends Error {
  override readonly name = "PoolExhausted";
}

/**
 * The database cannot be reached, went away or became a standby. What was sent may or may not have been committed: a money
 * call must be repeated under its key.
 */
export class DatabaseUnavailable extends Error {
  override readonly name: string = "DatabaseUnavailable";
}

/** The disk of the database is full: what was sent did nothing, and nothing else will until there is room. */
export class DatabaseFull extends DatabaseUnavailable {
  override readonly name = "DatabaseFull";
}

/** The database's clock is not where it should be. Nothing was written of what went by it. */
export class ClockLeapt extends Error {
  override readonly name = "ClockLeapt";
}

/** The SQLSTATE of an error from PostgreSQL ("23505" is a unique violation), else null. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** True for the two answers that ask for the same transaction once more. */
export function mayRetry(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40001" || state === "40P01";
}

/** Turns the many shapes of a lost connection into one; any other error comes back as it is. */
export function named(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PoolExhausted || error instanceof DatabaseUnavailable)
    return error;
  const state = sqlState(error);
  if (isDiskFull(state, error.message))
    return new DatabaseFull(`the disk of the database is full: ${error.message}`, { cause: error });
  // 25006: no transaction of the server is read only by its own will, so the connection leads to a server that is no
  // longer the primary. The statement did nothing, and only a new connection can find the one that took over.
  const lost = state === null ? isLostConnection(error) : /^(08|57P0|53300|25006)/.test(state);
  return lost
    ? new DatabaseUnavailable(`the database cannot be reached: ${error.message}`, { cause: error })
    : error;
}

/** True where an error, or what caused it, is a disk without room: the database's, or the one this process writes to. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : "";
  return (
    code === "ENOSPC" || code === "EDQUOT" || named(error) instanceof DatabaseFull || isNoRoom(error.cause)
  );
}

function isDiskFull(state: string | null, message: string): boolean {
  // Workers of one query that get no shared memory have the same code, and that is no disk.
  if (state === "53100") return !message.includes("shared memory");
  return state === "58030" && /No space left on device|quota exceeded/iu.test(message);
}

function isLostConnection(error: Error): boolean {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"].includes(code))
    return true;
  // pg gives these no code.
  return /Connection terminated|not queryable|Client was closed|timeout exceeded when trying to connect/.test(
    error.message,
  );
}
