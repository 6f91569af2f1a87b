import { sql } from "../db/database.ts";

/** Finds the account by name, if this e-mail is bound to it. */
export const FIND_OWNER = sql`
  SELECT p.id FROM player p
  JOIN player_contact c ON c.player_id = p.id AND c.kind = 'email' AND c.found_by = ANY ($2::bytea[])
  WHERE lower(p.username) = lower($1) AND p.status <> 'closed'`;

/**
 * Stores the nonce of a code and returns it. An unexpired one stays: sending it again extends it to ten minutes from
 * then, unless $4 attempts have used it up. When nothing is sent ($2 is null) a row is written too, but a code that was
 * sent is left unchanged.
 */
export const PUT_CODE = sql`
  INSERT INTO password_reset AS kept (name, player_id, nonce, expires)
  VALUES ($1, $2, $3, house_clock() + interval '10 minutes')
  ON CONFLICT (name) DO UPDATE SET (player_id, nonce, tries, expires) = (
    SELECT kept.player_id, kept.nonce, kept.tries,
           CASE WHEN excluded.player_id IS NULL THEN kept.expires ELSE excluded.expires END
    WHERE kept.player_id = coalesce(excluded.player_id, kept.player_id) AND kept.expires > house_clock()
      AND kept.tries < $4::int
    UNION ALL
    SELECT excluded.player_id, excluded.nonce, 0, excluded.expires
    LIMIT 1)
  RETURNING nonce`;

/** Counts an attempt before it is checked, so that a hundred at once count as a hundred. */
export const TRY_CODE = sql`
  UPDATE password_reset SET tries = tries + 1 WHERE name = $1
  RETURNING player_id, nonce, tries, expires > house_clock() AS live`;

/** Uses a code up: it sets one password. */
export const TAKE_CODE = sql`
  DELETE FROM password_reset WHERE name = $1 AND nonce = $2 AND player_id IS NOT NULL
  RETURNING player_id`;

export const SET_PASSWORD = sql`
  UPDATE player SET password_hash = $2, password_seal = $3, withdrawal_hold_until = house_clock() + interval '24 hours'
  WHERE id = $1 AND status <> 'closed'
  RETURNING username`;

export const FORGET_CODES = sql`DELETE FROM password_reset WHERE expires < house_clock()`;
