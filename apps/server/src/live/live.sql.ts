import { sql } from "../db/database.ts";

/**
 * What can be read after a position ($1, $2), $3 rows at most; with $4 only what is for nodes and everybody. In each row, and in
 * one without an event if there is none: the horizon, before whose transactions all have ended, and whether something that is
 * committed is held back by a transaction that runs.
 */
export const EVENTS_SINCE = sql`
  SELECT h.horizon, h.held, e.xid, e.id, e.player_id, e.event, e.payload::text AS payload, e.players, e.told
  FROM (
    SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon,
      -- By the newest row: whether one of a range exists would be looked for in the whole table.
      coalesce((SELECT xid FROM live_event ORDER BY xid DESC, id DESC LIMIT 1) >= pg_snapshot_xmin(pg_current_snapshot()), false)
        AS held
  ) AS h LEFT JOIN LATERAL (
    SELECT * FROM live_event
    WHERE (xid, id) > ($1::text::xid8, $2::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
      AND (NOT $4::boolean OR player_id IS NULL AND players IS NULL)
    ORDER BY xid, id LIMIT $3
  ) AS e ON true
  ORDER BY e.xid, e.id`;

/** Start of reading: before the events of the last minutes, so that streams can resume across a restart. */
export const FIRST_KEPT = sql`
  SELECT coalesce(min(xid), pg_snapshot_xmin(pg_current_snapshot())) AS xid FROM (
    SELECT xid FROM live_event WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY xid DESC, id DESC LIMIT $1
  ) AS newest`;

/** $1 whom the events are for. Servers of the version before read at every notice. */
export const NOTIFY = sql`SELECT pg_notify('lotus_live', $1)`;

export const TELL_SESSION = sql`INSERT INTO live_event (player_id, event, payload) VALUES ($1, 'session', $2)`;

/** One node at a time; $1 the age in seconds, $2 the lock. */
export const FORGET = sql`
  WITH alone AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($2::bigint) AS mine)
  DELETE FROM live_event WHERE created < clock_timestamp() - $1::int * interval '1 second' AND (SELECT mine FROM alone)`;

/** Age of the oldest event not yet sent. $1 and $2 the position. */
export const LAG = sql`
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - created) * 1000), 0)::bigint AS lag
  FROM live_event WHERE (xid, id) > ($1::text::xid8, $2::bigint)`;
