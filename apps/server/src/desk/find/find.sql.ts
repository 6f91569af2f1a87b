import { sql } from "../../db/database.ts";

/** $1 id. */
export const MONEY_ORDER = sql`
  SELECT m.type, p.id AS player_id, p.username, p.status FROM money_order m JOIN player p ON p.id = m.player_id
  WHERE m.id = $1`;

/**
 * Bets have no index on their id alone, since it would slow down every bet. The id contains the day, the day leads to
 * its periods, and bets are indexed by period. $1 id, $2 games.
 */
export const BET = sql`
  SELECT b.player_id, pl.username, pl.status
  FROM period p
  -- For each of them by itself: joined, all orders of the day may be read.
  CROSS JOIN LATERAL (
    SELECT o.player_id FROM bet_order o
    WHERE o.game = p.game AND o.period_no = p.period_no AND o.id = $1
      AND o.accepted_at >= earliest_of_id($1) AND o.accepted_at < latest_of_id($1)
    LIMIT 1
  ) AS b
  JOIN player pl ON pl.id = b.player_id
  WHERE p.game = ANY ($2::text[]) AND p.draw_at >= earliest_of_id($1)
    AND p.draw_at < latest_of_id($1) + interval '1 day'
  LIMIT 1`;

/** $1 games, $2 number. */
export const PERIODS = sql`SELECT game FROM period WHERE game = ANY ($1::text[]) AND period_no = $2`;

/** The players among these who have a conversation. $1 players. */
export const CONVERSATIONS = sql`
  SELECT player_id FROM conversation WHERE player_id = ANY ($1::bigint[]) AND last_line > 0`;
