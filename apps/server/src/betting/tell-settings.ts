import { type Queries, sql } from "../db/database.ts";

const TELL = sql`INSERT INTO live_event (event, payload) VALUES ('settings', '{}')`;

/** Tells every node, and no stream, that switches, bounds or odds changed in this transaction. */
export async function tellSettings(tx: Queries): Promise<void> {
  await tx.query(TELL);
}
