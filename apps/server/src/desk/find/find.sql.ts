import { sql } from "../../db/database.ts";

/** $1 id. */
export const MONEY_ORDER = sql`
  SELECT m.type, p.id AS player_id, p.username, p.status FROM money_order m JOIN player p ON p.id = m.player_id
  WHERE m.id = $1`;

/**
 * Bets have no index on their id alone, since it would slow down every bet. The id contains the day, the day leads to
 * its periods, and bets are indexed by period. $1 id, $2 start of its day (UTC), $3 games.
 */
export const BET = sql`
  SELECT b.player_id, pl.username, pl.status
  FROM period p
  JOIN bet_order b ON b.game = p.game AND b.period_no = p.period_no AND b.id = $1
    AND b.accepted_at >= $2::timestamptz AND b.accepted_at < $2::timestamptz + interval '1 day'
  JOIN player pl ON pl.id = b.player_id
  WHERE p.game = ANY ($3::text[]) AND p.draw_at >= $2::timestamptz
    AND p.draw_at < $2::timestamptz + interval '2 days'
  LIMIT 1`;

/** $1 games, $2 number. */
export const PERIODS = sql`SELECT game FROM period WHERE game = ANY ($1::text[]) AND period_no = $2`;

/** The players among these who have a conversation. $1 players. */
export const CONVERSATIONS = sql`
  SELECT player_id FROM conversation WHERE player_id = ANY ($1::bigint[]) AND last_line > 0`;
