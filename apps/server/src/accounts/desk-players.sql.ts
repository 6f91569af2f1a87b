import { sql } from "../db/database.ts";

const SUMMARY = sql`
  p.id, p.username, p.status, p.invite_code, p.inviter_id, p.address_locked, p.terms_version,
  epoch_ms(p.created) AS created_ms, epoch_ms(p.last_login_at) AS login_ms, p.last_login_ip,
  CASE WHEN p.withdrawal_hold_until > house_clock() THEN epoch_ms(p.withdrawal_hold_until) END AS hold_ms,
  CASE WHEN p.trans_locked_until > house_clock() THEN epoch_ms(p.trans_locked_until) END AS trans_lock_ms`;

/** $1 only lower ids or null, $2 status or null. */
const LISTED = sql`($1::bigint IS NULL OR p.id < $1) AND ($2::text IS NULL OR p.status = $2)`;

/** All players, newest first: $3 rows. */
export const NEWEST_PLAYERS = sql`
  SELECT ${SUMMARY} FROM player p WHERE ${LISTED}
  ORDER BY p.id DESC LIMIT $3::int`;

/** What a name begins with ($4, not empty) by its index. A name is ASCII and has no "~", which follows all that it may have. */
const NAMED = sql`lower(p.username) COLLATE "C" >= lower($4) AND lower(p.username) COLLATE "C" < lower($4) || '~'`;

/** So many names are sorted by age at most. Of more, the newest are found soon when all players are read from the newest. */
const MANY = sql`20000`;

/**
 * Players by an id $5, the beginning of a name $4 or one of the ids $6; $1 to $3 as above. Each is looked for by an index of its
 * own: one condition of all of them reads every player.
 */
export const FIND_PLAYERS = sql`
  WITH named AS MATERIALIZED (SELECT p.id FROM player p WHERE ${NAMED} LIMIT ${MANY} + 1),
  matched AS MATERIALIZED (
    SELECT id FROM named WHERE (SELECT count(*) FROM named) <= ${MANY}
    UNION SELECT $5::bigint
    UNION SELECT unnest($6::bigint[])
  )
  (
    -- From the matches to their players: the other way round, all players are read until enough have matched.
    SELECT ${SUMMARY} FROM (SELECT id FROM matched ORDER BY id DESC OFFSET 0) AS m
    CROSS JOIN LATERAL (SELECT * FROM player WHERE player.id = m.id OFFSET 0) AS p
    WHERE ${LISTED} ORDER BY m.id DESC LIMIT $3::int
  ) UNION (
    SELECT ${SUMMARY} FROM player p WHERE (SELECT count(*) FROM named) > ${MANY} AND ${NAMED} AND ${LISTED}
    ORDER BY p.id DESC LIMIT $3::int
  ) ORDER BY id DESC LIMIT $3::int`;

/** $1 blind indexes of a phone number or e-mail. */
export const OWNERS_OF_CONTACT = sql`
  SELECT DISTINCT player_id FROM player_contact WHERE kind IN ('phone', 'email') AND found_by = ANY ($1::bytea[])`;

export const READ_PLAYER = sql`SELECT ${SUMMARY} FROM player p WHERE p.id = $1`;

export const COUNT_SESSIONS = sql`
  SELECT count(*)::int AS open FROM session_family
  WHERE player_id = $1 AND revoked IS NULL AND rotated > house_clock() - interval '30 days'
    AND created > house_clock() - interval '90 days'`;

export const LOCK_STATUS = sql`SELECT status FROM player WHERE id = $1 FOR NO KEY UPDATE`;

export const SET_STATUS = sql`UPDATE player SET status = $2 WHERE id = $1`;
