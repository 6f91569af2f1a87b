import { sql } from "../db/database.ts";
import type { Queries } from "../db/database.ts";

// A role sees only what its own statements wait for: pass the server's connection.
const WAITS = sql`SELECT EXISTS (
  SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()) AS waits`;

/** Resolves once a statement of the server waits for a lock. */
export async function untilLockWaits(db: Queries): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ waits: boolean }>(WAITS, []);
    if (row?.waits === true) return;
  }
}
