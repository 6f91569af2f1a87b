import { sql } from "../db/database.ts";

/** Instants are returned as epoch milliseconds; the current time is always the database's. */

/** $6 id, $7 when it begins, epoch milliseconds, $8 seal. */
export const OPEN_FAMILY = sql`
  INSERT INTO session_family (id, player_id, created, rotated, device, user_agent, address, signed_in_by, passkey_id, seal)
  SELECT $6::uuid, $1, at.began, at.began, $2, $3, $4,
         CASE WHEN $5::bigint IS NULL THEN 'password' ELSE 'passkey' END, $5, $8
  FROM (SELECT to_timestamp($7::bigint / 1000.0) AS began) AS at
  RETURNING id, generation, epoch_ms(rotated) AS rotated_ms`;

/** $4 until when, epoch milliseconds, $5 MAC. */
export const ISSUE_TOKEN = sql`
  INSERT INTO access_token (token_hash, family_id, player_id, expires, mac)
  VALUES ($1, $2, $3, to_timestamp($4::bigint / 1000.0), $5)`;

/** Why a session is over, as the contract names it, or null. A locked or closed account takes precedence. */
const ENDED = sql`
  CASE WHEN p.status <> 'active' THEN p.status
       WHEN f.revoked IS NULL THEN NULL
       WHEN f.revoked_why IS NULL THEN 'ended'
       -- With an account that customer service locked, and has unlocked since.
       WHEN f.revoked_why = 'closed' THEN 'desk'
       ELSE f.revoked_why END AS ended`;

/**
 * The state of each of these tokens that is known. It reads without a lock, so it never waits for a rotation. In a subquery,
 * their number is hidden from the planner, which else plans anew for every few of them, at three times the cost of reading.
 */
export const CHECK_TOKENS = sql`
  SELECT t.token_hash, t.player_id, t.family_id, ${ENDED}, t.mac, epoch_ms(t.expires) AS expires_ms,
         -- Of a server of before, which runs beside.
         t.mac IS NULL AND house_clock() < (SELECT until FROM credential_window) AS of_before,
         epoch_ms(t.expires) - epoch_ms(house_clock()) AS left_ms
  FROM access_token t
  JOIN session_family f ON f.id = t.family_id
  JOIN player p ON p.id = t.player_id
  WHERE t.token_hash = ANY ((SELECT $1::bytea[])::bytea[])`;

export const LOCK_FAMILY = sql`
  SELECT id, player_id FROM session_family WHERE id = $1 FOR UPDATE`;

/** Runs after the lock, so that state and time are both read under it. */
export const READ_FAMILY = sql`
  SELECT f.generation, f.player_id, ${ENDED}, f.seal,
         (SELECT digest FROM credential_before b WHERE b.kind = 'session' AND b.id = f.id::text) AS before,
         epoch_ms(f.rotated) AS rotated_ms, epoch_ms(f.created) AS created_ms, epoch_ms(house_clock()) AS now_ms
  FROM session_family f JOIN player p ON p.id = f.player_id
  WHERE f.id = $1`;

export const ROTATE_FAMILY = sql`
  UPDATE session_family SET generation = generation + 1, rotated = house_clock() WHERE id = $1
  RETURNING generation, epoch_ms(rotated) AS rotated_ms`;

export const REVOKE_FAMILY = sql`
  UPDATE session_family SET revoked = house_clock(), revoked_why = $2 WHERE id = $1 AND revoked IS NULL
  RETURNING id, player_id`;

export const REVOKE_PLAYER = sql`
  UPDATE session_family SET revoked = house_clock(), revoked_why = $2 WHERE player_id = $1 AND revoked IS NULL
  RETURNING id, player_id`;

/** For a jwt whose family is not kept any more. */
export const READ_CLOCK = sql`SELECT epoch_ms(house_clock()) AS now_ms`;

/** Families that could still be renewed, most recently seen first. */
export const LIST_FAMILIES = sql`
  SELECT id, user_agent, address, signed_in_by, epoch_ms(created) AS created_ms,
    epoch_ms(greatest(seen, rotated)) AS seen_ms
  FROM session_family
  WHERE player_id = $1 AND revoked IS NULL
    AND rotated > house_clock() - $2::bigint * interval '1 millisecond'
    AND created > house_clock() - $3::bigint * interval '1 millisecond'
  ORDER BY greatest(seen, rotated) DESC, id LIMIT 100`;

/** The family is compared as text, since it may not be a uuid. */
export const REVOKE_ONE = sql`
  UPDATE session_family SET revoked = house_clock(), revoked_why = $3
  WHERE player_id = $1 AND id::text = $2 AND revoked IS NULL
  RETURNING id, player_id`;

export const REVOKE_OTHERS = sql`
  UPDATE session_family SET revoked = house_clock(), revoked_why = $3
  WHERE player_id = $1 AND id::text <> $2 AND revoked IS NULL
  RETURNING id, player_id`;

/** The sessions that a passkey opened, but one; all of them when $4 is null. */
export const REVOKE_BY_PASSKEY = sql`
  UPDATE session_family SET revoked = house_clock(), revoked_why = $3
  WHERE player_id = $1 AND passkey_id = $2 AND id::text IS DISTINCT FROM $4 AND revoked IS NULL
  RETURNING id, player_id`;

/** Those ($1) that were just heard. One that somebody else locks is renewed, ended, or heard elsewhere at this moment. */
export const KEEP_SEEN = sql`
  UPDATE session_family SET seen = house_clock()
  WHERE id IN (SELECT id FROM session_family WHERE id = ANY ($1::uuid[]) AND revoked IS NULL FOR NO KEY UPDATE SKIP LOCKED)`;

/** Expired tokens are treated like unknown ones, so they can be deleted. */
export const FORGET_TOKENS = sql`DELETE FROM access_token WHERE expires < house_clock() - interval '1 hour'`;

export const FORGET_FAMILIES = sql`
  DELETE FROM session_family
  WHERE created < house_clock() - interval '91 days' OR rotated < house_clock() - interval '31 days'`;
