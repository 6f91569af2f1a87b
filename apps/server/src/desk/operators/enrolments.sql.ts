import { sql } from "../../db/database.ts";

/** Replaces any earlier code. $1 operator, $2 and $3 hashes of the halves, $4 hours, $5 their seal. */
export const OPEN = sql`
  INSERT INTO operator_enrolment (operator_id, first_hash, second_hash, created, expires, seal)
  SELECT $1, $2, $3, clock.now, clock.now + $4::int * interval '1 hour', $5 FROM (SELECT house_clock() AS now) clock
  ON CONFLICT (operator_id) DO UPDATE SET first_hash = excluded.first_hash, second_hash = excluded.second_hash,
    created = excluded.created, expires = excluded.expires, seal = excluded.seal, tries = 0, totp_secret = NULL`;

/** The enrolment of a name while its code is valid. $1 name, $2 maximum of wrong attempts. */
export const LOCK = sql`
  SELECT e.operator_id, o.name, e.first_hash, e.second_hash, e.seal, e.totp_secret
  FROM operator_enrolment e JOIN operator o ON o.id = e.operator_id
  WHERE lower(o.name) = lower($1) AND e.expires > house_clock() AND e.tries < $2 FOR UPDATE OF e`;

export const COUNT_TRY = sql`UPDATE operator_enrolment SET tries = tries + 1 WHERE operator_id = $1`;

export const SET_SECRET = sql`UPDATE operator_enrolment SET totp_secret = $2 WHERE operator_id = $1`;

export const USE_UP = sql`DELETE FROM operator_enrolment WHERE operator_id = $1`;
