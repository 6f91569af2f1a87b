import { Client } from "pg";
import { sql } from "../db/sql.ts";
import type { Queries } from "../db/pool.ts";

/**
 * Puts a clock that tests can set in the place of the server's own, in a test's template database. The
 * running server refuses to start on a database that has it.
 */
export async function installTestClock(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`
      CREATE TABLE test_clock (single boolean PRIMARY KEY DEFAULT true CHECK (single), fixed_at timestamptz, ahead interval NOT NULL);
      INSERT INTO test_clock (ahead) VALUES ('0');
      GRANT SELECT, UPDATE ON test_clock TO lotus_app;
      CREATE OR REPLACE FUNCTION house_clock() RETURNS timestamptz LANGUAGE plpgsql VOLATILE PARALLEL SAFE
        AS $$ BEGIN RETURN (SELECT coalesce(fixed_at, clock_timestamp() + ahead) FROM test_clock); END $$`);
  } finally {
    await client.end();
  }
}

const FIX = sql`UPDATE test_clock SET fixed_at = to_timestamp($1::bigint / 1000) + $1::bigint % 1000 * interval '1 millisecond', ahead = '0'`;
const FREE = sql`UPDATE test_clock SET fixed_at = NULL, ahead = '0'`;
const RUN_ON = sql`UPDATE test_clock SET fixed_at = NULL, ahead = coalesce(fixed_at - clock_timestamp(), ahead)`;
const ADVANCE = sql`UPDATE test_clock SET fixed_at = fixed_at + $1::bigint * interval '1 millisecond',
  ahead = CASE WHEN fixed_at IS NULL THEN ahead + $1::bigint * interval '1 millisecond' ELSE ahead END`;

/** Stops the database's clock at an instant (epoch milliseconds), or lets it run again with null. */
export async function setTestClock(db: Queries, instantMs: number | null): Promise<void> {
  await (instantMs === null ? db.query(FREE) : db.query(FIX, [instantMs]));
}

/** Lets the database's clock run again from its current time. */
export async function runTestClock(db: Queries): Promise<void> {
  await db.query(RUN_ON);
}

/** Moves the database's clock ahead, whether it is stopped or running. */
export async function advanceTestClock(db: Queries, byMs: number): Promise<void> {
  await db.query(ADVANCE, [byMs]);
}
