import { sql } from "../../db/database.ts";

/** What ages, each in batches: $1 days to keep, $2 most rows. Each returns the rows it changed. */

export const FORGET_LAST_ADDRESS = sql`
  UPDATE player SET last_login_ip = NULL WHERE id IN (
    SELECT id FROM player WHERE last_login_ip IS NOT NULL AND last_login_at < house_clock() - $1::int * interval '1 day'
    ORDER BY last_login_at LIMIT $2
  ) RETURNING id`;

export const FORGET_PREVIOUS_ADDRESS = sql`
  UPDATE player SET previous_login_ip = NULL WHERE id IN (
    SELECT id FROM player WHERE previous_login_ip IS NOT NULL AND previous_login_at < house_clock() - $1::int * interval '1 day'
    ORDER BY previous_login_at LIMIT $2
  ) RETURNING id`;

export const FORGET_PAYERS = sql`
  UPDATE payment_notice SET payer_text = NULL WHERE (channel, id) IN (
    SELECT channel, id FROM payment_notice
    WHERE order_id IS NULL AND payer_text IS NOT NULL AND closed < house_clock() - $1::int * interval '1 day'
    ORDER BY closed LIMIT $2
  ) RETURNING id`;

export const FORGET_MESSAGES = sql`
  DELETE FROM message WHERE (player_id, id) IN (
    SELECT player_id, id FROM message WHERE created < house_clock() - $1::int * interval '1 day' ORDER BY created LIMIT $2
  ) RETURNING id`;

/** Conversations in which nobody has written for so long, each held until its rows are gone. */
export const OLD_CONVERSATIONS = sql`
  SELECT player_id FROM conversation WHERE last_at < house_clock() - $1::int * interval '1 day'
  ORDER BY last_at LIMIT $2 FOR UPDATE SKIP LOCKED`;

/** $1 the players of conversations that are held. Lines go before their pictures. */
export const FORGET_CONVERSATIONS = [
  sql`DELETE FROM service_line WHERE player_id = ANY ($1::bigint[])`,
  sql`DELETE FROM service_picture WHERE player_id = ANY ($1::bigint[])`,
  sql`DELETE FROM conversation WHERE player_id = ANY ($1::bigint[])`,
] as const;

/** $1 is not read: an upload that was never sent is kept for a day. */
export const FORGET_UPLOADS = sql`
  DELETE FROM service_picture WHERE id IN (
    SELECT id FROM service_picture WHERE NOT sent AND created < house_clock() - $1::int * interval '1 day' LIMIT $2
  ) RETURNING id`;

/** The bytes of archives that have expired, or that a lost attempt left. $1 is not read. */
export const FORGET_PARTS = sql`
  DELETE FROM data_export_part WHERE (export_id, attempt, place) IN (
    SELECT p.export_id, p.attempt, p.place FROM data_export_part p JOIN data_export e ON e.id = p.export_id
    WHERE $1::int IS NOT NULL
      AND (e.state = 'failed' OR e.state = 'ready' AND (e.expires <= house_clock() OR p.attempt <> e.attempt))
    LIMIT $2
  ) RETURNING place`;

/** Rows without bytes are only counted, for a day. */
export const FORGET_EXPORTS = sql`
  DELETE FROM data_export WHERE id IN (
    SELECT id FROM data_export e
    WHERE (state = 'failed' OR state = 'ready' AND expires <= house_clock()) AND asked < house_clock() - $1::int * interval '1 day'
      AND NOT EXISTS (SELECT FROM data_export_part p WHERE p.export_id = e.id)
    LIMIT $2
  ) RETURNING id`;

/** Only one server at a time, for as long as its connection lasts. $1 the lock. */
export const TAKE_TURN = sql`SELECT pg_try_advisory_lock($1) AS mine`;

/** The number of the next run; no row when the last began less than $1 minutes ago. */
export const NEXT_RUN = sql`
  SELECT coalesce(max(run), 0) + 1 AS run, house_clock() AS began FROM retention_run
  HAVING coalesce(max(began) <= house_clock() - $1::int * interval '1 minute', true)`;

export const NOW = sql`SELECT house_clock() AS now`;

/** $1 run, $2 what, $3 when it began, $4 rows, $5 whether it broke off. */
export const RECORD = sql`
  INSERT INTO retention_run (run, what, began, ended, erased, failed)
  VALUES ($1, $2, $3, greatest($3::timestamptz, house_clock()), $4, $5)`;

/** Runs, newest first. $1 only lower ids or null, $2 rows. */
export const RUNS = sql`
  SELECT id, run, what, epoch_ms(began) AS began_ms, epoch_ms(ended) AS ended_ms, erased, failed FROM retention_run
  WHERE $1::bigint IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`;
