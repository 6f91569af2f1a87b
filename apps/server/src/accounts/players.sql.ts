import { type Sql, sql } from "../db/database.ts";

/** The note of a credential without a seal, from when there were none. */
const before = (kind: Sql): Sql => sql`
  (SELECT digest FROM credential_before WHERE kind = ${kind} AND credential_before.id = player.id::text)`;

export const FIND_BY_NAME = sql`
  SELECT id, username, password_hash, password_seal, ${before(sql`'password'`)} AS password_before, status FROM player WHERE lower(username) = lower($1) AND erased IS NULL`;

export const NAME_TAKEN = sql`SELECT EXISTS (SELECT FROM player WHERE lower(username) = lower($1)) AS taken`;

export const FIND_INVITER = sql`SELECT id FROM player WHERE invite_code = $1 AND status = 'active'`;

export const NEXT_ID = sql`SELECT nextval('player_id') AS id`;

/** No row when the name or the invite code is taken. $7 id, $8 and $9 seals of the passwords. */
export const ADD_PLAYER = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, inviter_id, created, terms_version, id,
                      password_seal, trans_password_seal)
  VALUES ($1, $2, $3, $4, $5, house_clock(), $6, $7, $8, $9)
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

/** $4 seal. */
export const REHASH = sql`UPDATE player SET password_hash = $3, password_seal = $4 WHERE id = $1 AND password_hash = $2`;

export const READ_PASSWORD = sql`
  SELECT id, username, password_hash, password_seal, ${before(sql`'password'`)} AS password_before FROM player WHERE id = $1`;

/** $4 seal. Changes only the password that was checked: of two concurrent changes the second matches no row. */
export const CHANGE_PASSWORD = sql`
  UPDATE player SET password_hash = $3, password_seal = $4, withdrawal_hold_until = house_clock() + interval '24 hours'
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
  RETURNING trans_password_hash, trans_wrong_tries AS tries, trans_password_seal,
            ${before(sql`'transPassword'`)} AS trans_password_before`;

export const TRANS_RIGHT = sql`UPDATE player SET trans_wrong_tries = 0, trans_locked_until = NULL WHERE id = $1`;

/** Takes back an attempt that was not checked. */
export const TRANS_TAKE_BACK = sql`
  UPDATE player SET trans_wrong_tries = greatest(0, trans_wrong_tries - 1), trans_locked_until = NULL WHERE id = $1`;

export const READ_TRANS_LOCK = sql`SELECT epoch_ms(trans_locked_until) AS until_ms FROM player WHERE id = $1`;

export const CHANGE_TRANS_PASSWORD = sql`
  UPDATE player SET trans_password_hash = $3, trans_password_seal = $4, withdrawal_hold_until = house_clock() + interval '24 hours'
  WHERE id = $1 AND trans_password_hash = $2
  RETURNING id`;
