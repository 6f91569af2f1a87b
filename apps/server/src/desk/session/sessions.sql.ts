import { sql } from "../../db/database.ts";

/** $1 hash of the token, $2 operator, $3 address, $4 id, $5 seal. */
export const OPEN = sql`
  INSERT INTO operator_session (id, token_hash, operator_id, created, seen, address, seal)
  SELECT $4, $1, $2, clock.now, clock.now, $3, $5 FROM (SELECT house_clock() AS now) clock
  RETURNING id, epoch_ms(created) AS created_ms`;

export const CHECK = sql`
  SELECT s.id, s.operator_id, s.seal, o.name, o.role, o.role_seal, b.role AS role_before, o.must_change_password, epoch_ms(s.created) AS created_ms,
         s.ended IS NOT NULL OR o.status <> 'active' AS ended,
         epoch_ms(clock.now) - epoch_ms(s.created) AS age_ms, epoch_ms(clock.now) - epoch_ms(s.seen) AS quiet_ms
  FROM operator_session s JOIN operator o ON o.id = s.operator_id
  LEFT JOIN operator_role_before b ON b.operator_id = o.id, (SELECT house_clock() AS now) clock
  WHERE s.token_hash = $1`;

export const SEEN = sql`UPDATE operator_session SET seen = house_clock() WHERE id = $1 AND ended IS NULL`;

export const END = sql`UPDATE operator_session SET ended = house_clock() WHERE id = $1 AND ended IS NULL`;

/** $2 the session to keep, or null. */
export const END_ALL = sql`
  UPDATE operator_session SET ended = house_clock()
  WHERE operator_id = $1 AND ended IS NULL AND ($2::uuid IS NULL OR id <> $2)`;

export const FORGET = sql`DELETE FROM operator_session WHERE created < house_clock() - interval '2 days'`;

/** Which of these sessions are open. $1 ids, $2 maximum age and $3 maximum idle time in milliseconds. */
export const STILL_OPEN = sql`
  SELECT s.id FROM operator_session s JOIN operator o ON o.id = s.operator_id, (SELECT house_clock() AS now) clock
  WHERE s.id = ANY ($1::uuid[]) AND s.ended IS NULL AND o.status = 'active'
    AND epoch_ms(clock.now) - epoch_ms(s.created) < $2 AND epoch_ms(clock.now) - epoch_ms(s.seen) < $3`;
