import { sql } from "../../db/database.ts";

/** Instants are returned as epoch milliseconds; the current time is always the database's. */

export const NOW = sql`SELECT epoch_ms(house_clock()) AS now_ms`;

/** Uses a challenge up; no row if it was used before, or expires ($2, epoch milliseconds) earlier than now. */
export const USE_CHALLENGE = sql`
  INSERT INTO passkey_challenge_used (hash, expires)
  SELECT $1, to_timestamp($2::bigint / 1000.0) WHERE $2::bigint > epoch_ms(house_clock())
  ON CONFLICT DO NOTHING
  RETURNING hash`;

export const FORGET_CHALLENGES = sql`DELETE FROM passkey_challenge_used WHERE expires < house_clock()`;

/** The handle of a player, made with $2 if there is none yet. */
export const PUT_HANDLE = sql`
  INSERT INTO passkey_user AS kept (player_id, handle) VALUES ($1, $2)
  ON CONFLICT (player_id) DO UPDATE SET handle = kept.handle
  RETURNING handle`;

const PASSKEY = sql`
  k.id, k.player_id, k.credential_id, k.public_key, k.counter, k.kind, k.aaguid, k.transports, k.name,
  epoch_ms(k.created) AS created_ms, epoch_ms(k.last_used) AS used_ms, k.suspended IS NOT NULL AS suspended, k.seal,
  (SELECT digest FROM credential_before b WHERE b.kind = 'passkey' AND b.id = k.id::text) AS before`;

export const LIST = sql`
  SELECT ${PASSKEY}, u.handle FROM passkey k JOIN passkey_user u ON u.player_id = k.player_id
  WHERE k.player_id = $1 ORDER BY k.id DESC`;

/** The passkey with the owner's name and state, for a login. */
export const FIND_WITH_OWNER = sql`
  SELECT ${PASSKEY}, u.handle, p.username, p.status
  FROM passkey k JOIN passkey_user u ON u.player_id = k.player_id JOIN player p ON p.id = k.player_id
  WHERE k.credential_id = $1`;

export const NEXT_ID = sql`SELECT nextval('passkey_id') AS id, epoch_ms(house_clock()) AS now_ms`;

/** No row if a credential has this id. $10 when it was made, epoch milliseconds, $11 seal. */
export const ADD = sql`
  INSERT INTO passkey (id, player_id, credential_id, public_key, counter, kind, aaguid, transports, name, created, seal)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::bigint / 1000.0), $11
  ON CONFLICT (credential_id) DO NOTHING
  RETURNING epoch_ms(created) AS created_ms`;

export const COUNT = sql`SELECT count(*)::int AS count FROM passkey WHERE player_id = $1`;

/**
 * Takes a use of a passkey: no row if it was suspended or removed meanwhile, or its counter did not advance. Of two
 * uses at once the second waits for the first and is measured by it.
 */
export const USE = sql`
  UPDATE passkey SET counter = $2, last_used = house_clock(), kind = $3
  WHERE id = $1 AND suspended IS NULL AND (counter < $2 OR (counter = 0 AND $2 = 0))
  RETURNING id`;

/**
 * Suspends a passkey whose counter went back. No row if it was suspended already, or was used after the challenge was
 * made ($2, epoch milliseconds): then this answer is only late, after one that was made later and came first.
 */
export const SUSPEND = sql`
  UPDATE passkey SET suspended = house_clock()
  WHERE id = $1 AND suspended IS NULL AND epoch_ms(coalesce(last_used, created)) < $2::bigint
  RETURNING id`;

export const RENAME = sql`UPDATE passkey SET name = $3 WHERE id = $1 AND player_id = $2 RETURNING id`;

export const REMOVE = sql`
  DELETE FROM passkey WHERE id = $1 AND player_id = $2 RETURNING id, name`;

export const ERASE = [
  sql`DELETE FROM passkey WHERE player_id = $1`,
  sql`DELETE FROM passkey_user WHERE player_id = $1`,
] as const;

/** Sets a withdrawal password without the old one. No row if the account is not active any more. */
export const SET_TRANS_PASSWORD = sql`
  UPDATE player SET trans_password_hash = $2, trans_password_seal = $3, trans_wrong_tries = 0, trans_locked_until = NULL,
                    withdrawal_hold_until = house_clock() + interval '24 hours'
  WHERE id = $1 AND status = 'active'
  RETURNING id`;
