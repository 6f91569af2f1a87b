import { sql } from "../../db/database.ts";

/** What the first of two entered for a player ($1), while it is good. Locked until the transaction ends. */
export const ENTERED = sql`
  SELECT asked_by, entered FROM identity_correction
  WHERE player_id = $1 AND asked > house_clock() - interval '7 days' FOR UPDATE`;

/** $1 player, $2 operator, $3 hash of what was entered, $4 reason. It replaces what somebody entered before. */
export const ENTER = sql`
  INSERT INTO identity_correction (player_id, asked_by, asked, entered, reason)
  VALUES ($1, $2, house_clock(), $3, $4)
  ON CONFLICT (player_id) DO UPDATE SET asked_by = excluded.asked_by, asked = excluded.asked, entered = excluded.entered,
    reason = excluded.reason`;

/** Who verified a submission ($1) as the first of two, while that is good. Locked until the transaction ends. */
export const FIRST_VERIFIED = sql`
  SELECT CASE WHEN first_at > house_clock() - interval '7 days' THEN first_by END AS first_by
  FROM identity_submission WHERE id = $1 FOR UPDATE`;

/** $1 submission, $2 operator, $3 what they noted. */
export const VERIFY_FIRST = sql`
  UPDATE identity_submission SET first_by = $2, first_at = house_clock(), first_note = $3 WHERE id = $1`;

/** Whether a player ($1) is, or ever was, doubted to be somebody who is excluded. */
export const EVER_DOUBTED = sql`SELECT EXISTS (SELECT FROM person_doubt WHERE player_id = $1) AS doubted`;

export const FORGET = sql`DELETE FROM identity_correction WHERE player_id = $1`;
