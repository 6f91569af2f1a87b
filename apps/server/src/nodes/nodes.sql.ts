import { sql } from "../db/database.ts";

// By the database's own clock, which no machine's drift moves, and which stands still for no test.

/**
 * Beats for the node $1 named $2, which knows $4 migrations, and counts those that beat in the last $3 milliseconds, itself included. Rows of nodes that
 * have long been silent go. A node that is alone notes when it found that. The tables keep nothing over a crash, so a message in
 * the log makes the beat as lasting as a bet: its answer comes once a standby in step has it.
 */
export const BEAT = sql`
  WITH beat AS (
    INSERT INTO node AS n (id, name, since, seen, schema) VALUES ($1, $2, clock_timestamp(), clock_timestamp(), $4)
    ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()
  ), gone AS (
    DELETE FROM node WHERE id <> $1 AND seen < clock_timestamp() - interval '1 minute'
  ), others AS (
    SELECT count(*)::int AS nodes FROM node
    WHERE id <> $1 AND seen > clock_timestamp() - $3::int * interval '1 millisecond'
  ), alone AS (
    INSERT INTO node_alone (at) SELECT clock_timestamp() FROM others WHERE nodes = 0
    ON CONFLICT (single) DO UPDATE SET at = clock_timestamp()
  )
  SELECT 1 + nodes AS nodes, pg_logical_emit_message(true, 'beat', '') FROM others`;

/** Whether every node that beat in the last $2 milliseconds knows migration $1. */
export const ALL_KNOW = sql`
  SELECT coalesce(bool_and(schema >= $1), true) AS know FROM node
  WHERE seen > clock_timestamp() - $2::int * interval '1 millisecond'`;

/** The node $1 is about to stop. */
export const LEAVE = sql`DELETE FROM node WHERE id = $1`;
