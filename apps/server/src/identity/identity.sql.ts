import { sql } from "../db/database.ts";

/** The statements of identities. */

/** Today's date where the house is. $1 time zone. */
export const TODAY = sql`SELECT to_char((house_clock() AT TIME ZONE $1)::date, 'YYYY-MM-DD') AS today`;

export const ADD = sql`
  INSERT INTO player_identity (player_id, created) VALUES ($1, house_clock()) ON CONFLICT DO NOTHING`;

/** Serializes what happens to an identity. */
export const LOCK = sql`
  SELECT player_id, real_name, birth_date, state FROM player_identity WHERE player_id = $1 FOR UPDATE`;

export const READ = sql`SELECT player_id, real_name, birth_date, state FROM player_identity WHERE player_id = $1`;

/** The sealed names of players ($1). */
export const NAMES = sql`
  SELECT player_id, real_name FROM player_identity WHERE player_id = ANY ($1::bigint[]) AND real_name IS NOT NULL`;

/** $2 sealed date, $3 its blind index. */
export const SET_BIRTH_DATE = sql`UPDATE player_identity SET birth_date = $2, born_by = $3 WHERE player_id = $1`;

/** $2 sealed name, $3 its index for servers that do not know migration 075, $4 its indexes. */
export const SET_NAME = sql`
  UPDATE player_identity SET real_name = $2, found_by = $3, names_by = $4 WHERE player_id = $1`;

/**
 * Players other than $1 of some dates of birth ($2 their blind indexes) after the player $3, at most $4. Rows that have no index
 * of it yet are found by their name, $5.
 */
export const BORN_WITH = sql`
  SELECT player_id, real_name, birth_date FROM player_identity
  WHERE (born_by = ANY ($2::bytea[]) OR born_by IS NULL AND found_by = ANY ($5::bytea[]))
    AND player_id <> $1 AND birth_date IS NOT NULL AND player_id > $3
  ORDER BY player_id LIMIT $4`;

/**
 * Players other than $1 of one name ($2 its blind indexes), by what they told or what is on a card, who logged in at an address of
 * theirs, where the date of birth of one of the two is unknown ($3 whether that of $1 is).
 */
export const NAMED_NEARBY = sql`
  SELECT n.player_id FROM (
    SELECT player_id FROM player_identity WHERE names_by && $2::bytea[]
    UNION SELECT player_id FROM player_real_name WHERE names_by && $2::bytea[]
  ) AS n LEFT JOIN player_identity i ON i.player_id = n.player_id
  WHERE n.player_id <> $1 AND ($3::boolean OR i.birth_date IS NULL) AND EXISTS (
    SELECT FROM session_family mine JOIN session_family theirs ON theirs.address = mine.address
    WHERE mine.player_id = $1 AND mine.address <> '' AND theirs.player_id = n.player_id)
  ORDER BY n.player_id LIMIT 100`;

export const BEFORE = sql`SELECT id, player_id, real_name, birth_date FROM person_before WHERE player_id = $1 ORDER BY id`;

/**
 * Former names and dates of excluded players other than $1, as `BORN_WITH`; $3 is the id of the last one.
 */
export const BORN_BEFORE = sql`
  SELECT id, player_id, real_name, birth_date FROM person_before
  WHERE born_by = ANY ($2::bytea[]) AND player_id <> $1 AND id > $3 ORDER BY id LIMIT $4`;

/** $1 player, $2 whose exclusion or time-out it is: of a time-out until it ends. What was decided stays so. */
export const ADD_DOUBT = sql`
  INSERT INTO person_doubt AS d (player_id, excluded_id, found, until)
  SELECT $1, $2, house_clock(), CASE WHEN play_excluded_until($2) > house_clock() THEN 'infinity'
    ELSE (SELECT time_out_until FROM play_guard WHERE player_id = $2) END
  ON CONFLICT (player_id, excluded_id) DO UPDATE SET until = excluded.until
    WHERE d.cleared IS NULL AND d.until < excluded.until`;

/** Of whom the player ($1) may be another account. */
export const DOUBTS = sql`
  SELECT d.excluded_id AS id, p.username, p.status FROM person_doubt d JOIN player p ON p.id = d.excluded_id
  WHERE d.player_id = $1 AND d.cleared IS NULL AND d.until > house_clock() ORDER BY d.excluded_id LIMIT 20`;

/** $1 player, $2 operator. */
export const CLEAR_DOUBTS = sql`
  UPDATE person_doubt SET cleared = house_clock(), cleared_by = $2
  WHERE player_id = $1 AND cleared IS NULL AND until > house_clock() RETURNING 1 AS done`;

export const HELD = sql`SELECT play_held_until($1) > house_clock() AS held`;

/** $1 player, $2 why. No row if they are held for it already. */
export const ADD_UNDER_AGE = sql`
  INSERT INTO under_age AS u (player_id, why, since) VALUES ($1, $2, house_clock())
  ON CONFLICT (player_id) DO UPDATE
    SET why = excluded.why, since = excluded.since, cleared = NULL, cleared_by = NULL
    WHERE u.cleared IS NOT NULL OR u.why = 'origin' AND excluded.why = 'said'
  RETURNING 1 AS done`;

/** $1 player, $2 operator. */
export const CLEAR_UNDER_AGE = sql`
  UPDATE under_age SET cleared = house_clock(), cleared_by = $2 WHERE player_id = $1 AND cleared IS NULL RETURNING 1 AS done`;

/** Why it is not known whether a player ($1) is of age; no row if it is. */
export const UNDER_AGE = sql`SELECT why FROM under_age WHERE player_id = $1 AND cleared IS NULL`;

/** Notes from where such an age was told ($1), and forgets what is over. */
export const NOTE_ORIGIN = sql`
  WITH gone AS (DELETE FROM under_age_origin WHERE until < house_clock() AND found_by <> ALL ($1::bytea[]))
  INSERT INTO under_age_origin (found_by, until)
  SELECT f, house_clock() + interval '1 day' FROM unnest($1::bytea[]) AS f ORDER BY f
  ON CONFLICT (found_by) DO UPDATE SET until = excluded.until`;

/** Whether somebody but $1 of a name ($2 its blind indexes) has said within a day that they are too young, and nobody decided. */
export const NAMED_UNDER_AGE = sql`
  SELECT 1 AS found FROM player_identity i JOIN under_age u ON u.player_id = i.player_id
  WHERE i.names_by && $2::bytea[] AND i.player_id <> $1 AND u.why = 'said' AND u.cleared IS NULL
    AND u.since > house_clock() - interval '1 day' LIMIT 1`;

export const FIND_ORIGIN = sql`
  SELECT 1 AS found FROM under_age_origin WHERE found_by = ANY ($1::bytea[]) AND until > house_clock() LIMIT 1`;

export const TO_COMPARE = sql`
  INSERT INTO person_to_compare (player_id, since, mark) VALUES ($1, house_clock(), nextval('person_to_compare_mark'))
  ON CONFLICT (player_id) DO UPDATE SET mark = excluded.mark`;

/** Keeps what an excluded player ($1) was called: $2 id, $3 sealed name, $4 sealed date, $5 its blind index. */
export const KEEP_BEFORE = sql`
  INSERT INTO person_before (id, player_id, real_name, birth_date, born_by, at) VALUES ($2, $1, $3, $4, $5, house_clock())`;

export const NEXT_BEFORE = sql`SELECT nextval('person_before_id') AS id`;

/** Whether a player ($1) is excluded by their own word. */
export const EXCLUDED = sql`SELECT play_excluded_until($1) > house_clock() AS excluded`;

export const SET_STATE = sql`UPDATE player_identity SET state = $2 WHERE player_id = $1`;

/** A withdrawal was refused for it. $1 player. */
export const ASK = sql`UPDATE player_identity SET state = 'asked' WHERE player_id = $1 AND state = 'none'`;

export const NEXT_DOCUMENT = sql`SELECT nextval('identity_document_id') AS id`;

/** $1 player, $2 kind: the one that waits to be sent. */
export const DROP_UNSENT = sql`
  DELETE FROM identity_document WHERE player_id = $1 AND kind = $2 AND submission_id IS NULL`;

/** $1 id, $2 player, $3 kind, $4 sealed, $5 width, $6 height. */
export const ADD_DOCUMENT = sql`
  INSERT INTO identity_document (id, player_id, kind, sealed, width, height, created)
  VALUES ($1, $2, $3, $4, $5, $6, house_clock())`;

/** Documents of a player ($1) that wait to be sent, and those sent last. */
export const DOCUMENTS = sql`
  SELECT d.id, d.kind, epoch_ms(d.created) AS created, d.submission_id, s.outcome, d.sealed IS NULL AS is_erased
  FROM identity_document d LEFT JOIN identity_submission s ON s.id = d.submission_id
  WHERE d.player_id = $1 AND (d.submission_id IS NULL OR d.submission_id =
    (SELECT max(id) FROM identity_submission WHERE player_id = $1))
  ORDER BY d.submission_id NULLS FIRST, d.id`;

/** Kinds of what a player ($1) can send. */
export const UNSENT_KINDS = sql`
  SELECT kind FROM identity_document WHERE player_id = $1 AND submission_id IS NULL AND sealed IS NOT NULL`;

/** $1 player. */
export const ADD_SUBMISSION = sql`
  INSERT INTO identity_submission (player_id, created) VALUES ($1, house_clock()) RETURNING id`;

/** $1 player, $2 submission. */
export const SEND_DOCUMENTS = sql`
  UPDATE identity_document SET submission_id = $2
  WHERE player_id = $1 AND submission_id IS NULL AND sealed IS NOT NULL`;

/** How often a player ($1) sent documents in the last day, and when that frees a try. */
export const RECENT = sql`
  SELECT count(*)::int AS tries, 
         epoch_ms(min(created) + interval '1 day') - epoch_ms(house_clock()) AS free_in_ms
  FROM identity_submission WHERE player_id = $1 AND created > house_clock() - interval '1 day'`;

/** The newest submission of a player ($1). */
export const NEWEST = sql`
  SELECT id, outcome, reason, verdict FROM identity_submission WHERE player_id = $1 ORDER BY id DESC LIMIT 1`;

/** What is sealed of a submission ($1). */
export const SEALED_OF = sql`
  SELECT id, kind, sealed FROM identity_document WHERE submission_id = $1 AND sealed IS NOT NULL ORDER BY id`;

/** $1 submission, $2 verdict. No row once it is decided. */
export const SET_VERDICT = sql`
  UPDATE identity_submission SET verdict = $2 WHERE id = $1 AND outcome IS NULL RETURNING player_id`;

/** $1 player, $2 submission, $3 outcome, $4 operator or null, $5 reason. No row once it is decided. */
export const DECIDE = sql`
  UPDATE identity_submission SET outcome = $3, decided = house_clock(), operator_id = $4, reason = $5
  WHERE player_id = $1 AND id = $2 AND outcome IS NULL RETURNING id`;

/** A document ($1) for the desk. */
export const DOCUMENT = sql`
  SELECT id, player_id, kind, sealed FROM identity_document
  WHERE id = $1 AND submission_id IS NOT NULL AND sealed IS NOT NULL`;

/** All documents of a player ($1). */
export const ERASE_ALL = sql`
  UPDATE identity_document SET sealed = NULL, erased = house_clock() WHERE player_id = $1 AND sealed IS NOT NULL`;

/** $1 player: nothing waits any more. */
export const DROP_WAITING = sql`
  UPDATE identity_submission SET outcome = 'dropped', decided = house_clock()
  WHERE player_id = $1 AND outcome IS NULL RETURNING id`;

/** Documents decided more than $1 days ago, and those never sent within a week; at most $2. */
export const ERASE_DUE = sql`
  WITH due AS (
    SELECT d.id FROM identity_document d LEFT JOIN identity_submission s ON s.id = d.submission_id
    WHERE d.sealed IS NOT NULL
      AND (s.decided <= house_clock() - $1::int * interval '1 day'
           OR (s.id IS NULL AND d.created <= house_clock() - interval '7 days'))
    ORDER BY d.id LIMIT $2 FOR UPDATE OF d SKIP LOCKED
  ), erased AS (
    UPDATE identity_document d SET sealed = NULL, erased = house_clock() FROM due WHERE d.id = due.id RETURNING 1
  )
  SELECT count(*)::int AS erased FROM erased`;
