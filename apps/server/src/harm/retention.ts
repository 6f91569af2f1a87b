import type { Database, Sql } from "../db/database.ts";
import * as sql from "./harm.sql.ts";
import { KNOWN_DAYS } from "./weights.ts";

const ROWS_AT_ONCE = 5_000;

/** Deletes scores older than so many days, and what scoring needs no more; answers how many rows. */
export async function forgetScores(db: Pick<Database, "heavy">, scoreDays: number): Promise<number> {
  let rows = 0;
  for (const statement of [sql.FORGET_SCORES, sql.FORGET_STATES])
    rows += await forget(db, statement, scoreDays);
  for (const statement of [sql.FORGET_RECHARGES, sql.FORGET_LINES])
    rows += await forget(db, statement, KNOWN_DAYS);
  return rows;
}

async function forget(db: Pick<Database, "heavy">, statement: Sql, days: number): Promise<number> {
  for (let rows = 0; ;) {
    const [row] = await db.heavy.query<{ rows: number }>(statement, [days, ROWS_AT_ONCE]);
    rows += row?.rows ?? 0;
    if ((row?.rows ?? 0) < ROWS_AT_ONCE) return rows;
  }
}
