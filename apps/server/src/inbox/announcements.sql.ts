import { sql } from "../db/database.ts";

/** Statements of notices and messages written at the desk. */

/** $1 the lock, held until the end of the transaction. */
export const ONE_AT_A_TIME = sql`SELECT pg_advisory_xact_lock($1)`;

/**
 * $1 tab, $2 texts, $3 language or null, $4 addressed, $5 audience or null, $6 operator, $7 until when it is shown (epoch
 * milliseconds) or null.
 */
export const ADD = sql`
  INSERT INTO announcement (tab, texts, locale, addressed, audience, operator_id, created, shown_until)
  VALUES ($1, $2::jsonb, $3, $4, $5::jsonb, $6, house_clock(), to_timestamp($7::bigint / 1000.0))
  RETURNING id, epoch_ms(created) AS created`;

/**
 * The players of an audience, each part null for any: $1 players, $2 status, $3 and $4 registered from and before (epoch
 * milliseconds), $5 and $6 minimum and maximum of the balance. Closed accounts and shielded players get no messages.
 */
const AUDIENCE = sql`
  FROM player p
  WHERE p.status <> 'closed' AND NOT play_shielded(p.id)
    AND ($1::bigint[] IS NULL OR p.id = ANY ($1))
    AND ($2::text IS NULL OR p.status = $2)
    AND ($3::bigint IS NULL OR p.created >= to_timestamp($3::bigint / 1000.0))
    AND ($4::bigint IS NULL OR p.created < to_timestamp($4::bigint / 1000.0))
    AND (($5::bigint IS NULL AND $6::bigint IS NULL)
         OR player_balance(p.id) BETWEEN coalesce($5, 0) AND coalesce($6, 9223372036854775807))`;

/** Size of an audience. */
export const COUNT = sql`SELECT count(*)::int AS players ${AUDIENCE}`;

/** Addresses announcement $7 to an audience; returns the players if there are at most $8. */
export const ADDRESS = sql`
  WITH added AS (
    INSERT INTO message (player_id, announcement_id, created)
    SELECT p.id, $7::bigint, house_clock() ${AUDIENCE}
    RETURNING player_id
  ), told AS (
    UPDATE announcement SET recipients = (SELECT count(*) FROM added) WHERE id = $7
  )
  SELECT count(*)::int AS recipients, (array_agg(player_id))[1:$8::int + 1] AS players FROM added`;

/** $1 announcement, $2 operator. */
export const WITHDRAW = sql`
  UPDATE announcement SET withdrawn = house_clock(), withdrawn_by = $2 WHERE id = $1 AND withdrawn IS NULL
  RETURNING id`;

/** $1 notice, $2 end (epoch milliseconds) or null for none. */
export const SCHEDULE = sql`
  UPDATE announcement SET shown_until = to_timestamp($2::bigint / 1000.0)
  WHERE id = $1 AND tab = 'notice' AND withdrawn IS NULL RETURNING id`;

export const EXISTS = sql`SELECT id FROM announcement WHERE id = $1`;

const ROW = sql`
  SELECT id, tab, texts, locale, addressed, audience, recipients, operator_id, epoch_ms(created) AS created,
         epoch_ms(withdrawn) AS withdrawn, withdrawn_by, epoch_ms(shown_until) AS shown_until
  FROM announcement`;

/** $1 tab or null, $2 ids below or null, $3 rows. */
export const LIST = sql`
  ${ROW} WHERE ($1::text IS NULL OR tab = $1) AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;

/** $1 id. */
export const ONE = sql`${ROW} WHERE id = $1`;

/** Notices for everybody: $1 language, $2 rows. */
export const PUBLIC_NOTICES = sql`
  SELECT id, texts, epoch_ms(created) AS created FROM announcement
  WHERE tab = 'notice' AND NOT addressed AND withdrawn IS NULL AND (locale IS NULL OR locale = $1)
    AND (shown_until IS NULL OR house_clock() < shown_until)
  ORDER BY id DESC LIMIT $2`;
