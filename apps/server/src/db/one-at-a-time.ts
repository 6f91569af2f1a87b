import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import { type Database, sql } from "./database.ts";

const WAIT_FOR_TURN = sql`SELECT pg_advisory_lock($1)`;

/** Runs work under an advisory lock, so that no other node runs any for this purpose. */
export async function oneAtATime<T>(
  db: Pick<Database, "connect">,
  purpose: keyof typeof ADVISORY_LOCKS,
  work: () => Promise<T>,
): Promise<T> {
  const connection = await db.connect(purpose);
  try {
    await connection.query(WAIT_FOR_TURN, [ADVISORY_LOCKS[purpose]]);
    return await work();
  } finally {
    await connection.close();
  }
}
