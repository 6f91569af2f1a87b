import { sql } from "../../db/database.ts";

/** Serializes changes of a game's settings. */
export const LOCK_GAME = sql`SELECT pg_advisory_xact_lock(hashtextextended('game ' || $1, 15))`;

export const READ_OPEN = sql`SELECT open FROM game_setting WHERE game = $1`;

/** The period that is drawn next. */
export const CURRENT = sql`
  SELECT period_no, epoch_ms(close_at) AS close_ms, epoch_ms(draw_at) AS draw_ms, numbers FROM period
  WHERE game = $1 AND draw_at > house_clock() AND state IN ('open', 'closed') ORDER BY draw_at LIMIT 1`;

export const LAST = sql`
  SELECT period_no, epoch_ms(close_at) AS close_ms, epoch_ms(draw_at) AS draw_ms, numbers FROM period
  WHERE game = $1 AND state IN ('drawn', 'settled') ORDER BY draw_at DESC LIMIT 1`;

/**
 * $1 only lower versions or null, $2 rows. The author of a version made at the desk is "operator <id>"; its reason is
 * in the audit log.
 */
export const VERSIONS = sql`
  SELECT v.version, epoch_ms(v.created) AS created_ms, o.id AS operator_id, o.name, a.subject, a.reason, a.figures
  FROM odds_version v LEFT JOIN operator o ON v.author = 'operator ' || o.id
  LEFT JOIN LATERAL (
    SELECT a.subject, a.reason, (a.detail->>'figures')::int AS figures FROM audit_log a
    WHERE a.action = 'odds.publish' AND a.operator_id = o.id AND a.detail->>'version' = v.version::text LIMIT 1
  ) AS a ON true
  WHERE ($1::bigint IS NULL OR v.version < $1) ORDER BY v.version DESC LIMIT $2`;

/** The limits set for a game. $1 game. */
export const READ_LIMITS = sql`SELECT min_bet, max_bet, max_payout FROM game_setting WHERE game = $1`;
