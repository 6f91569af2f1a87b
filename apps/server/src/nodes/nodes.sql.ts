import { sql } from "../db/database.ts";

// By the database's own clock, which no machine's drift moves, and which stands still for no test.

/**
 * Beats for the node $1 named $2 and counts those that beat in the last $3 milliseconds, itself included. Rows of nodes that
 * have long been silent go.
 */
export const BEAT = sql`
  WITH beat AS (
    INSERT INTO node AS n (id, name, since, seen) VALUES ($1, $2, clock_timestamp(), clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()
  ), gone AS (
    DELETE FROM node WHERE id <> $1 AND seen < clock_timestamp() - interval '1 minute'
  )
  SELECT 1 + count(*)::int AS nodes FROM node
  WHERE id <> $1 AND seen > clock_timestamp() - $3::int * interval '1 millisecond'`;

/** The node $1 is about to stop. */
export const LEAVE = sql`DELETE FROM node WHERE id = $1`;
