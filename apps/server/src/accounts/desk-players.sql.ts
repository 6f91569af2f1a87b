import { sql } from "../db/database.ts";

const SUMMARY = sql`
  p.id, p.username, p.status, p.invite_code, p.inviter_id, p.address_locked, p.terms_version,
  epoch_ms(p.created) AS created_ms, epoch_ms(p.last_login_at) AS login_ms, p.last_login_ip,
  CASE WHEN p.withdrawal_hold_until > house_clock() THEN epoch_ms(p.withdrawal_hold_until) END AS hold_ms,
  CASE WHEN p.trans_locked_until > house_clock() THEN epoch_ms(p.trans_locked_until) END AS trans_lock_ms`;

/**
 * Matches an id, a username prefix, a complete contact or one of the ids $7; newest first. An empty text matches all
 * players.
 */
export const FIND_PLAYERS = sql`
  SELECT ${SUMMARY} FROM player p
  WHERE ($1::bigint IS NULL OR p.id < $1)
    AND ($2::text = '' OR p.id = $3 OR starts_with(lower(p.username), lower($2))
         OR p.id IN (SELECT player_id FROM player_contact WHERE found_by = ANY ($4::bytea[]))
         OR p.id = ANY ($7::bigint[]))
    AND ($5::text IS NULL OR p.status = $5)
  ORDER BY p.id DESC LIMIT $6::int`;

export const READ_PLAYER = sql`SELECT ${SUMMARY} FROM player p WHERE p.id = $1`;

export const COUNT_SESSIONS = sql`
  SELECT count(*)::int AS open FROM session_family
  WHERE player_id = $1 AND revoked IS NULL AND rotated > house_clock() - interval '30 days'
    AND created > house_clock() - interval '90 days'`;

export const LOCK_STATUS = sql`SELECT status FROM player WHERE id = $1 FOR NO KEY UPDATE`;

export const SET_STATUS = sql`UPDATE player SET status = $2 WHERE id = $1`;
