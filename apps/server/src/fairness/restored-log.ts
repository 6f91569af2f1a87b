import { merkleRoot, toHex } from "@lotus/tlog";
import { StartupError } from "../settings/startup-error.ts";
import type { LeaderTransaction, StoredCheckpoint } from "./checkpoints.ts";
import * as sql from "./fairness.sql.ts";
import { appendEntries } from "./log.ts";

/*
 * A restored backup does not know what its log has said since. Witnesses refuse to see the log go on from there, so the
 * operator goes on in another one, which names the first.
 */

/** The names of a database's logs. */
export interface LogName {
  /** Null before the first start. */
  readonly origin: string | null;
  readonly previous_origins: readonly string[];
  /** Whether a backup was restored, and the next log has not begun. */
  readonly is_restored: boolean;
}

/** The names of the logs in the settings. */
export interface NamedLogs {
  readonly origin: string;
  readonly previousOrigins: readonly string[];
}

/** @throws StartupError unless the settings name the logs of the database, or a new one after a restore */
export function checkName(stored: LogName, { origin, previousOrigins }: NamedLogs): void {
  const { origin: named, previous_origins: earlier, is_restored: isRestored } = stored;
  if (named === null) return;
  if (!isRestored && named !== origin)
    throw new StartupError(`LOG_ORIGIN is ${origin}, and the log of this database is ${named}`);
  const before = isRestored ? [...earlier, named] : earlier;
  const advice = `set PREVIOUS_LOG_ORIGINS to ${before.join(",")}`;
  if (isRestored && before.includes(origin))
    throw new StartupError(
      `this database was restored from a backup, and its log ${named} may have gone on since: set LOG_ORIGIN to a new name, and ${advice}`,
    );
  if (before.join(",") !== previousOrigins.join(","))
    throw new StartupError(
      before.length === 0
        ? "PREVIOUS_LOG_ORIGINS is set, and the database has had no log before this one"
        : `${advice}: the database has had other logs`,
    );
}

/**
 * As the leader, in a restored database: begins the next log, and forgets announcements of what nobody could buy yet,
 * which are made again in it.
 */
export async function continueRestored(
  transaction: LeaderTransaction,
  { origin, version }: { readonly origin: string; readonly version: number },
): Promise<void> {
  await transaction(async (tx) => {
    const [head] = await tx.query<LogName>(sql.HEAD);
    if (head?.is_restored !== true || head.origin === null) return;
    const [last] = await tx.query<StoredCheckpoint>(sql.LATEST_COSIGNED);
    await tx.query(sql.BEGIN_LOG, [origin, version]);
    await tx.query(sql.FORGET_UNSOLD);
    await appendEntries(tx, [
      {
        type: "restored",
        previousOrigin: head.origin,
        previousSize: Number(last?.size ?? 0n),
        previousRoot: toHex(last?.root ?? merkleRoot([])),
      },
    ]);
  });
}
