import { sql } from "../db/database.ts";

/** The statements of the public log. */

/** Reserves $1 places at the end of the log, and holds the end until the transaction ends. */
export const RESERVE = sql`UPDATE log_head SET size = size + $1::int RETURNING size - $1::int AS first`;

/** $1 the first index; an element of each array for an entry. */
export const APPEND = sql`
  INSERT INTO log_entry (index, type, game, period_no, body, leaf, created)
  SELECT $1::bigint + e.place - 1, e.type, e.game, e.period_no, e.body, e.leaf, house_clock()
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[]) WITH ORDINALITY
    AS e (type, game, period_no, body, leaf, place)`;

export const HEAD = sql`
  SELECT origin, size, key_version, witnessed_size, epoch_ms(witnessed_at) AS witnessed_at, opened FROM log_head`;
export const NAME_LOG = sql`UPDATE log_head SET origin = $1, key_version = $2 WHERE origin IS NULL RETURNING origin`;
export const CHANGE_KEY = sql`UPDATE log_head SET key_version = $1`;

/** Entries from index $1 up to, and without, index $2. */
export const LEAVES = sql`SELECT leaf FROM log_entry WHERE index >= $1 AND index < $2 ORDER BY index`;
export const BODIES = sql`SELECT body FROM log_entry WHERE index >= $1 AND index < $2 ORDER BY index`;
/** The newest entry of a type that is about no period. */
export const NEWEST_OF_TYPE = sql`
  SELECT index, body FROM log_entry WHERE type = $1 AND game IS NULL AND index < $2 ORDER BY index DESC LIMIT 1`;
/** The entries about a period; those that skipped it among them. */
export const ENTRIES_OF_PERIOD = sql`
  SELECT index, type, body, leaf FROM log_entry
  WHERE game = $1 AND period_no = $2 AND type IN ('period', 'close', 'draw', 'settled', 'void') ORDER BY index`;

export const TILE = sql`SELECT hashes FROM log_tile WHERE level = $1 AND index = $2`;
/** Full tiles never change; the last one of a level grows. */
export const KEEP_TILES = sql`
  INSERT INTO log_tile (level, index, hashes)
  SELECT * FROM unnest($1::int[], $2::bigint[], $3::bytea[])
  ON CONFLICT (level, index) DO UPDATE SET hashes = excluded.hashes
  WHERE length(excluded.hashes) > length(log_tile.hashes)`;

export const LATEST_CHECKPOINT = sql`
  SELECT size, root, note, has_quorum FROM log_checkpoint ORDER BY size DESC LIMIT 1`;
/** The newest one that a quorum cosigned. */
export const LATEST_COSIGNED = sql`
  SELECT size, root, note, has_quorum FROM log_checkpoint WHERE has_quorum ORDER BY size DESC LIMIT 1`;
/** The first one with the entry at index $1 that a quorum cosigned. */
export const FIRST_COSIGNED = sql`
  SELECT size, root, note, has_quorum FROM log_checkpoint WHERE has_quorum AND size > $1 ORDER BY size LIMIT 1`;
export const ADD_CHECKPOINT = sql`
  INSERT INTO log_checkpoint (size, root, note, has_quorum, created) VALUES ($1, $2, $3, $4, house_clock())
  ON CONFLICT (size) DO NOTHING RETURNING size`;
export const COSIGN_CHECKPOINT = sql`
  UPDATE log_checkpoint SET note = $2, has_quorum = $3 WHERE size = $1 RETURNING size`;
export const LOCK_CHECKPOINT = sql`SELECT note FROM log_checkpoint WHERE size = $1 FOR UPDATE`;
export const WITNESSED = sql`
  UPDATE log_head SET witnessed_size = greatest(witnessed_size, $1), witnessed_at = greatest(witnessed_at, house_clock())`;

/** Puts on sale what was planned in a checkpoint of size $1, if witnesses cosigned it before the sale ($2 an instant). */
export const OPEN_PERIODS = sql`
  UPDATE period SET state = 'open' WHERE state = 'planned' AND log_index < $1 AND open_at > $2 RETURNING game`;
export const NOTE_OPENED = sql`UPDATE log_head SET opened = opened + 1`;

export const ROUND = sql`SELECT signature FROM beacon_round WHERE round = $1`;
export const KEEP_ROUND = sql`
  INSERT INTO beacon_round (round, signature, created) VALUES ($1, $2, house_clock()) ON CONFLICT DO NOTHING`;
