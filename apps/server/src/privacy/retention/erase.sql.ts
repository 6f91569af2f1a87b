import { sql } from "../../db/database.ts";

/** Closed accounts whose time is over. $1 days, $2 most accounts. */
export const DUE = sql`
  SELECT id FROM player WHERE erased IS NULL AND closed < house_clock() - $1::int * interval '1 day' ORDER BY closed LIMIT $2`;

/**
 * Takes the name and everything beside it from an account; what is owed and what was played stays under its number. No
 * row when another server did. No password opens it, and no invitation finds it.
 */
export const ERASE_PLAYER = sql`
  UPDATE player SET erased = house_clock(), username = 'closed-' || id, password_hash = '', trans_password_hash = '',
    password_seal = NULL, trans_password_seal = NULL,
    invite_code = 'closed-' || id, last_login_ip = NULL, previous_login_ip = NULL, last_login_at = NULL,
    previous_login_at = NULL
  FROM (SELECT id AS old_id, lower(username) AS old_name FROM player WHERE id = $1 AND erased IS NULL FOR UPDATE) AS old
  WHERE id = old_id RETURNING old_name`;

/** What was written about the player or for them, and where from. $1 player. Lines go before their pictures. */
export const ERASE_ROWS = [
  sql`DELETE FROM player_contact WHERE player_id = $1`,
  sql`DELETE FROM email_binding WHERE player_id = $1`,
  sql`DELETE FROM session_family WHERE player_id = $1`,
  sql`DELETE FROM service_line WHERE player_id = $1`,
  sql`DELETE FROM service_picture WHERE player_id = $1`,
  sql`DELETE FROM conversation WHERE player_id = $1`,
  sql`DELETE FROM message WHERE player_id = $1`,
  sql`DELETE FROM inbox_mark WHERE player_id = $1`,
  sql`DELETE FROM announcement_read WHERE player_id = $1`,
  sql`DELETE FROM favourite WHERE player_id = $1`,
  sql`DELETE FROM saved_pick WHERE player_id = $1`,
  sql`DELETE FROM live_event WHERE player_id = $1`,
  // Where many are told by one row, the others keep their place: no player has the number 0.
  sql`
    UPDATE live_event SET players = array_to_string(array_replace(string_to_array(players, ','), $1::bigint::text, '0'), ',')
    WHERE $1::bigint::text = ANY (string_to_array(players, ','))`,
  sql`DELETE FROM player_note WHERE player_id = $1`,
  // What their banks wrote: their name, or that of somebody who paid for them.
  sql`
    UPDATE payment_notice SET payer_text = NULL, reference = NULL
    WHERE order_id IN (SELECT id FROM money_order WHERE player_id = $1)`,
  sql`DELETE FROM identity_correction WHERE player_id = $1`,
  // Words of the desk to the player, which may name them.
  sql`UPDATE identity_submission SET reason = '' WHERE player_id = $1`,
  // Erasure never ends an exclusion: who is excluded by their own word is found as long as it runs, by name, date and what can be
  // paid to; the name of a bank finds nobody.
  sql`
    INSERT INTO player_identity (player_id, created, kept_excluded)
    SELECT $1, house_clock(), true WHERE play_excluded_until($1) > house_clock()
    ON CONFLICT (player_id) DO UPDATE SET kept_excluded = true`,
  sql`UPDATE withdraw_address SET bank_name = '' WHERE player_id = $1 AND kind = 'bank'`,
  sql`
    UPDATE player_identity SET real_name = NULL, birth_date = NULL, found_by = NULL, names_by = NULL, born_by = NULL
    WHERE player_id = $1 AND NOT kept_excluded`,
  sql`DELETE FROM person_before b WHERE player_id = $1 AND NOT EXISTS (
    SELECT FROM player_identity i WHERE i.player_id = b.player_id AND i.kept_excluded)`,
] as const;

/** Whether an erased player ($1) is kept for an exclusion. */
export const IS_KEPT = sql`SELECT kept_excluded FROM player_identity WHERE player_id = $1 AND kept_excluded`;

/** Erased players who were kept for an exclusion that is over. $1 most accounts. */
export const KEPT_DUE = sql`
  SELECT player_id AS id FROM player_identity WHERE kept_excluded AND play_excluded_until(player_id) <= house_clock()
  ORDER BY player_id LIMIT $1`;

/** Erases one of them ($1). No row when another server did. */
export const ERASE_KEPT = sql`
  WITH gone AS (DELETE FROM person_before WHERE player_id = $1)
  UPDATE player_identity SET kept_excluded = false, real_name = NULL, birth_date = NULL, found_by = NULL, names_by = NULL,
    born_by = NULL
  WHERE player_id = $1 AND kept_excluded RETURNING 1 AS done`;

/** Contacts of before, of players whose exclusion is over. */
export const FORGET_CONTACTS = sql`DELETE FROM contact_before WHERE play_excluded_until(player_id) <= house_clock()`;

/** From where the account was entered is kept by its name, in the form of accounts/sign-in-attempts. $1 name. */
export const ERASE_ORIGINS = sql`DELETE FROM known_origin WHERE account = 'login:' || $1::text`;

/** Codes for a new password are kept by the name they were asked for. */
export const ERASE_CODES = sql`DELETE FROM password_reset WHERE name = $1 OR player_id = $2`;
