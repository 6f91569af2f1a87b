import { sql } from "../db/database.ts";

/** The statements of what the desk writes. */

/** $1 the lock, held until the end of the transaction. */
export const ONE_AT_A_TIME = sql`SELECT pg_advisory_xact_lock($1)`;

/** A message to a million players is a million rows, which takes longer than a request for one page may. */
export const TAKE_TIME = sql`SET LOCAL statement_timeout = '300s'`;

/** $1 tab, $2 texts, $3 language or null, $4 addressed, $5 audience or null, $6 operator. */
export const ADD = sql`
  INSERT INTO announcement (tab, texts, locale, addressed, audience, operator_id, created)
  VALUES ($1, $2::jsonb, $3, $4, $5::jsonb, $6, house_clock())
  RETURNING id, epoch_ms(created) AS created`;

/**
 * $1 announcement; the audience, each null for any: $2 players, $3 status, $4 and $5 registered from and before (epoch
 * milliseconds), $6 and $7 the least and the most of the balance. Closed accounts are told nothing.
 */
export const ADDRESS = sql`
  WITH added AS (
    INSERT INTO message (player_id, announcement_id, created)
    SELECT p.id, $1, house_clock() FROM player p
    WHERE p.status <> 'closed'
      AND ($2::bigint[] IS NULL OR p.id = ANY ($2))
      AND ($3::text IS NULL OR p.status = $3)
      AND ($4::bigint IS NULL OR p.created >= to_timestamp($4::bigint / 1000.0))
      AND ($5::bigint IS NULL OR p.created < to_timestamp($5::bigint / 1000.0))
      AND (($6::bigint IS NULL AND $7::bigint IS NULL)
           OR player_balance(p.id) BETWEEN coalesce($6, 0) AND coalesce($7, 9223372036854775807))
    RETURNING player_id
  ), told AS (
    UPDATE announcement SET recipients = (SELECT count(*) FROM added) WHERE id = $1
  )
  SELECT count(*)::int AS recipients, (array_agg(player_id))[1:$8::int + 1] AS players FROM added`;

/** $1 announcement, $2 operator. */
export const WITHDRAW = sql`
  UPDATE announcement SET withdrawn = house_clock(), withdrawn_by = $2 WHERE id = $1 AND withdrawn IS NULL
  RETURNING id`;

export const EXISTS = sql`SELECT id FROM announcement WHERE id = $1`;

/** $1 tab or null, $2 ids below or null, $3 rows. */
export const LIST = sql`
  SELECT id, tab, texts, locale, addressed, audience, recipients, operator_id, epoch_ms(created) AS created,
         epoch_ms(withdrawn) AS withdrawn, withdrawn_by
  FROM announcement
  WHERE ($1::text IS NULL OR tab = $1) AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;

/** Notices as anybody may read them: $1 language, $2 rows. */
export const PUBLIC_NOTICES = sql`
  SELECT id, texts, epoch_ms(created) AS created FROM announcement
  WHERE tab = 'notice' AND NOT addressed AND withdrawn IS NULL AND (locale IS NULL OR locale = $1)
  ORDER BY id DESC LIMIT $2`;
