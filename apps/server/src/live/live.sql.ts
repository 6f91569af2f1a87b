import { sql } from "../db/database.ts";

/** $1 and $2 the position, $3 maximum number of rows. */
export const EVENTS_SINCE = sql`
  SELECT xid, id, player_id, event, payload::text AS payload, players, told
  FROM live_events_since($1::text::xid8, $2, $3)`;

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
