import { sql } from "../db/database.ts";

export const LOCK_SUBJECT = sql`SELECT pg_advisory_xact_lock($1::int, $2::int)`;

/** Locks the player's row first, so that changes of one player's contacts are serialized. */
export const LOCK_PLAYER = sql`SELECT id FROM player WHERE id = $1 FOR NO KEY UPDATE`;

export const READ_CONTACTS = sql`
  SELECT kind, sealed FROM player_contact WHERE player_id = $1
  UNION ALL
  SELECT 'pending', sealed FROM email_binding WHERE player_id = $1 AND expires > house_clock()`;

export const FIND_OWNER = sql`
  SELECT player_id FROM player_contact WHERE kind = $1 AND found_by = ANY ($2::bytea[])`;

/** Everybody but $3 whose contact this is, or was while they are excluded. $1 kind, $2 its blind indexes. */
export const OTHER_OWNERS = sql`
  SELECT player_id FROM player_contact WHERE kind = $1 AND found_by = ANY ($2::bytea[]) AND player_id <> $3
  UNION
  SELECT player_id FROM contact_before WHERE kind = $1 AND found_by = ANY ($2::bytea[]) AND player_id <> $3`;

/** The contacts of a player ($1) who is excluded by their own word; $2 one kind, or null. */
export const OF_EXCLUDED = sql`
  SELECT kind, sealed, nextval('contact_before_id') AS id FROM player_contact
  WHERE player_id = $1 AND ($2::text IS NULL OR kind = $2) AND play_excluded_until($1) > house_clock()`;

/** $1 id, $2 player, $3 kind, $4 sealed, $5 its blind index. */
export const KEEP_BEFORE = sql`
  INSERT INTO contact_before (id, player_id, kind, sealed, found_by) VALUES ($1, $2, $3, $4, $5)`;

export const PUT_CONTACT = sql`
  INSERT INTO player_contact (player_id, kind, sealed, found_by, link_hash, bound)
  VALUES ($1, $2, $3, $4, $5, house_clock())
  ON CONFLICT (player_id, kind) DO UPDATE
    SET sealed = excluded.sealed, found_by = excluded.found_by, link_hash = excluded.link_hash, bound = excluded.bound`;

export const PUT_BINDING = sql`
  INSERT INTO email_binding (player_id, sealed, link_hash, locale, expires)
  VALUES ($1, $2, $3, $4, house_clock() + interval '24 hours')
  ON CONFLICT (player_id) DO UPDATE
    SET sealed = excluded.sealed, link_hash = excluded.link_hash, locale = excluded.locale, expires = excluded.expires`;

/** Finds a link by its pending e-mail, or by the one that it has confirmed already. */
export const FIND_LINK = sql`
  SELECT player_id, false AS confirmed FROM email_binding WHERE link_hash = $1 AND expires > house_clock()
  UNION ALL
  SELECT player_id, true FROM player_contact WHERE link_hash = $1`;

/** Takes the pending e-mail of this link; no row when a concurrent change was first. */
export const TAKE_BINDING = sql`
  DELETE FROM email_binding WHERE player_id = $1 AND link_hash = $2 AND expires > house_clock()
  RETURNING sealed, locale`;

export const DROP_BINDING = sql`DELETE FROM email_binding WHERE player_id = $1`;

export const DROP_RESETS = sql`DELETE FROM password_reset WHERE player_id = $1`;

export const ERASE_CONTACTS = sql`DELETE FROM player_contact WHERE player_id = $1`;

export const FORGET_BINDINGS = sql`DELETE FROM email_binding WHERE expires < house_clock()`;
