import { sql } from "../db/database.ts";

export const FIND_BY_NAME = sql`
  SELECT id, username, password_hash, status FROM player WHERE lower(username) = lower($1) AND erased IS NULL`;

export const NAME_TAKEN = sql`SELECT EXISTS (SELECT FROM player WHERE lower(username) = lower($1)) AS taken`;

export const FIND_INVITER = sql`SELECT id FROM player WHERE invite_code = $1 AND status = 'active'`;

/** No row when the name or the invite code is taken. */
export const ADD_PLAYER = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, inviter_id, created, terms_version)
  VALUES ($1, $2, $3, $4, $5, house_clock(), $6)
  ON CONFLICT DO NOTHING
  RETURNING id`;

/**
 * The player is shown the previous login, so that a stranger's is noticed. No row when the account was locked since it
 * was read; otherwise a lock waits for this transaction and then ends its session.
 */
export const NOTE_LOGIN = sql`
  UPDATE player SET previous_login_at = last_login_at, previous_login_ip = last_login_ip,
                    last_login_at = house_clock(), last_login_ip = $2
  WHERE id = $1 AND status = 'active' RETURNING id`;

export const REHASH = sql`UPDATE player SET password_hash = $3 WHERE id = $1 AND password_hash = $2`;

export const READ_PASSWORD = sql`SELECT username, password_hash FROM player WHERE id = $1`;

/** Changes only the password that was checked: of two concurrent changes the second matches no row. */
export const CHANGE_PASSWORD = sql`
  UPDATE player SET password_hash = $3, withdrawal_hold_until = house_clock() + interval '24 hours'
  WHERE id = $1 AND password_hash = $2
  RETURNING id`;

export const READ_PROFILE = sql`
  SELECT id, username, invite_code, address_locked,
         epoch_ms(coalesce(previous_login_at, last_login_at, created)) AS login_ms,
         coalesce(previous_login_ip, last_login_ip, '') AS login_ip
  FROM player WHERE id = $1`;

/**
 * Counts an attempt at the withdrawal password and returns the hash to check it against; no row while it is locked. The
 * fifth attempt locks at once, before it is checked, so that no sixth can run concurrently.
 */
export const BEGIN_TRANS_TRY = sql`
  UPDATE player
  SET trans_wrong_tries = CASE WHEN trans_locked_until IS NULL THEN trans_wrong_tries ELSE 0 END + 1,
      trans_locked_until = CASE WHEN trans_locked_until IS NULL AND trans_wrong_tries + 1 >= $2::int
                           THEN clock.now + interval '24 hours' END
  FROM (SELECT house_clock() AS now) clock
  WHERE id = $1 AND (trans_locked_until IS NULL OR trans_locked_until <= clock.now)
  RETURNING trans_password_hash, trans_wrong_tries AS tries`;

export const TRANS_RIGHT = sql`UPDATE player SET trans_wrong_tries = 0, trans_locked_until = NULL WHERE id = $1`;

/** Takes back an attempt that was not checked. */
export const TRANS_TAKE_BACK = sql`
  UPDATE player SET trans_wrong_tries = greatest(0, trans_wrong_tries - 1), trans_locked_until = NULL WHERE id = $1`;

export const READ_TRANS_LOCK = sql`SELECT epoch_ms(trans_locked_until) AS until_ms FROM player WHERE id = $1`;

export const CHANGE_TRANS_PASSWORD = sql`
  UPDATE player SET trans_password_hash = $3, withdrawal_hold_until = house_clock() + interval '24 hours'
  WHERE id = $1 AND trans_password_hash = $2
  RETURNING id`;
