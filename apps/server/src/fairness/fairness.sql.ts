import { sql } from "../db/database.ts";

/** The statements of the public log. */

/** Number of the log that is written: a restored database has earlier ones, which only prove what they said. */
const CURRENT = sql`(SELECT log FROM log_head)`;

/** Reserves $1 places at the end of the log, and holds the end until the transaction ends. */
export const RESERVE = sql`UPDATE log_head SET size = size + $1::int RETURNING size - $1::int AS first, log`;

/** $1 the first index, $7 the log; an element of each array for an entry. */
export const APPEND = sql`
  INSERT INTO log_entry (log, index, type, game, period_no, body, leaf, created)
  SELECT $7::smallint, $1::bigint + e.place - 1, e.type, e.game, e.period_no, e.body, e.leaf, house_clock()
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[]) WITH ORDINALITY
    AS e (type, game, period_no, body, leaf, place)`;

export const HEAD = sql`
  SELECT log, origin, previous_origins, is_restored, size, key_version, witnessed_size,
    epoch_ms(witnessed_at) AS witnessed_at, opened
  FROM log_head`;
/** Whether the audit log has lines that the log has not told of for ten minutes. */
const IS_AUDIT_DUE = sql`(
  SELECT a.size > coalesce((e.body::json ->> 'size')::bigint, 0)
    AND (e.created IS NULL OR e.created <= house_clock() - interval '10 minutes')
  FROM audit_head a LEFT JOIN LATERAL (
    SELECT body, created FROM log_entry
    WHERE type = 'audit' AND game IS NULL AND log = ${CURRENT} ORDER BY index DESC LIMIT 1
  ) AS e ON true
)`;

/** The end of the log as every server reads it each second: with its newest checkpoint, and the newest that a quorum cosigned. */
export const END = sql`
  SELECT h.log, h.size, h.key_version, epoch_ms(h.witnessed_at) AS witnessed_at, h.opened,
    coalesce(n.size, 0) AS published_size, coalesce(n.has_quorum, true) AS is_cosigned,
    coalesce(c.size, 0) AS cosigned_size, c.root AS cosigned_root,
    h.size > 0 AND ${IS_AUDIT_DUE} AS audit_due
  FROM log_head h
  LEFT JOIN LATERAL (
    SELECT size, has_quorum FROM log_checkpoint WHERE log = h.log ORDER BY size DESC LIMIT 1
  ) AS n ON true
  LEFT JOIN LATERAL (
    SELECT size, root FROM log_checkpoint WHERE log = h.log AND has_quorum ORDER BY size DESC LIMIT 1
  ) AS c ON true`;
export const NAME_LOG = sql`UPDATE log_head SET origin = $1, key_version = $2 WHERE origin IS NULL RETURNING origin`;
/** Begins another log named $1 under key version $2, in a database that was restored. */
export const BEGIN_LOG = sql`
  UPDATE log_head SET log = log + 1, origin = $1, key_version = $2, previous_origins = previous_origins || origin,
    is_restored = false, size = 0, witnessed_size = 0, witnessed_at = 'epoch'
  WHERE is_restored AND origin IS NOT NULL`;
/** What an earlier log announced and nobody could buy yet is announced again, in this one. */
export const FORGET_UNSOLD = sql`DELETE FROM period WHERE state IN ('planned', 'open') AND open_at > house_clock()`;
export const CHANGE_KEY = sql`UPDATE log_head SET key_version = $1`;

/** Holds the end of the log until the transaction ends. */
export const HOLD_END = sql`SELECT log FROM log_head FOR UPDATE`;
export const AUDIT_HEAD = sql`
  SELECT size, encode(hash, 'hex') AS head, epoch_ms(house_clock()) AS at FROM audit_head`;
export const AUDIT_DUE = sql`SELECT log FROM log_head WHERE size > 0 AND ${IS_AUDIT_DUE}`;

/** Entries of log $3 from index $1 up to, and without, index $2. */
export const LEAVES = sql`
  SELECT leaf FROM log_entry WHERE log = $3 AND index >= $1 AND index < $2 ORDER BY index`;
export const BODIES = sql`
  SELECT body FROM log_entry WHERE log = $3 AND index >= $1 AND index < $2 ORDER BY index`;
/** The newest entry of a type that is about no period, before index $2 of log $3. */
export const NEWEST_OF_TYPE = sql`
  SELECT log, index, body FROM log_entry
  WHERE type = $1 AND game IS NULL AND log = $3 AND index < $2 ORDER BY index DESC LIMIT 1`;
/** The newest one in the log that is written. */
export const NEWEST_IN_LOG = sql`
  SELECT body FROM log_entry WHERE type = $1 AND game IS NULL AND log = ${CURRENT} ORDER BY index DESC LIMIT 1`;
/** The entries about a period since it was announced: a later log announces again what was not on sale yet. */
export const ENTRIES_OF_PERIOD = sql`
  SELECT log, index, type, body, leaf FROM log_entry
  WHERE game = $1 AND period_no = $2 AND type IN ('period', 'close', 'draw', 'settled', 'void')
    AND log >= (SELECT max(log) FROM log_entry WHERE game = $1 AND period_no = $2 AND type = 'period')
  ORDER BY log, index`;

/**
 * Periods with orders whose close is among the last $1 entries of the log, and those of them that were not drawn though they were
 * closed a while ago.
 */
export const VOIDED_OF_SOLD = sql`
  SELECT count(*)::int AS sold,
    count(*) FILTER (WHERE NOT EXISTS (
      SELECT FROM log_entry e WHERE e.game = c.game AND e.period_no = c.period_no AND e.type = 'draw'
    ))::int AS voided
  FROM log_entry c
  WHERE c.log = ${CURRENT} AND c.index >= (SELECT size FROM log_head) - $1::bigint AND c.type = 'close'
    AND c.body::json ->> 'orders' <> '0' AND c.created < house_clock() - interval '15 minutes'`;

/** Versions of the odds in log $1 from $2 on, before index $3. */
export const ODDS_OF_PERIOD = sql`
  SELECT log, index, type, body FROM log_entry
  WHERE type = 'odds' AND game IS NULL AND log = $1 AND index < $3
    AND (body::json ->> 'version')::int >= $2
  ORDER BY index`;
export const ODDS_TABLE = sql`SELECT table_json FROM odds_version WHERE version = $1`;

export const TILE = sql`SELECT hashes FROM log_tile WHERE level = $1 AND index = $2 AND log = $3`;
/** Full tiles never change; the last one of a level grows. */
export const KEEP_TILES = sql`
  INSERT INTO log_tile (log, level, index, hashes)
  SELECT $4::smallint, t.* FROM unnest($1::int[], $2::bigint[], $3::bytea[]) AS t
  ON CONFLICT (log, level, index) DO UPDATE SET hashes = excluded.hashes
  WHERE length(excluded.hashes) > length(log_tile.hashes)`;

export const LATEST_CHECKPOINT = sql`
  SELECT size, root, note, has_quorum FROM log_checkpoint WHERE log = ${CURRENT} ORDER BY size DESC LIMIT 1`;
/** The newest one that a quorum cosigned. */
export const LATEST_COSIGNED = sql`
  SELECT size, root, note, has_quorum FROM log_checkpoint
  WHERE log = ${CURRENT} AND has_quorum ORDER BY size DESC LIMIT 1`;
/** The first one with the entry at index $1 of log $2 that a quorum cosigned. */
export const FIRST_COSIGNED = sql`
  SELECT size, root, note, has_quorum FROM log_checkpoint
  WHERE log = $2 AND has_quorum AND size > $1 ORDER BY size LIMIT 1`;
export const ADD_CHECKPOINT = sql`
  INSERT INTO log_checkpoint (log, size, root, note, has_quorum, created)
  VALUES (${CURRENT}, $1, $2, $3, $4, house_clock())
  ON CONFLICT (log, size) DO NOTHING RETURNING size`;
export const COSIGN_CHECKPOINT = sql`
  UPDATE log_checkpoint SET note = $2, has_quorum = $3 WHERE log = ${CURRENT} AND size = $1 RETURNING size`;
export const LOCK_CHECKPOINT = sql`
  SELECT note FROM log_checkpoint WHERE log = ${CURRENT} AND size = $1 FOR UPDATE`;
export const WITNESSED = sql`
  UPDATE log_head SET witnessed_size = greatest(witnessed_size, $1), witnessed_at = greatest(witnessed_at, house_clock())`;

/** Puts on sale what was planned in a checkpoint of size $1, if witnesses cosigned it before the sale ($2 an instant). */
export const OPEN_PERIODS = sql`
  UPDATE period SET state = 'open' WHERE state = 'planned' AND log_index < $1 AND open_at > $2 RETURNING game`;
export const NOTE_OPENED = sql`UPDATE log_head SET opened = opened + 1`;

export const ROUND = sql`SELECT signature FROM beacon_round WHERE round = $1`;
export const KEEP_ROUND = sql`
  INSERT INTO beacon_round (round, signature, created) VALUES ($1, $2, house_clock()) ON CONFLICT DO NOTHING`;
