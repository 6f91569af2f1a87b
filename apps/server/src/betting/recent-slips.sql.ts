import { sql } from "../db/database.ts";

/**
 * What a line is shown by. An order that its player took back is no line of the slip any more. The orders are looked up one slip
 * after the other: a plan for any player would read all bets of one who has very many.
 */
const LINES = sql`
  epoch_ms(o.accepted_at) AS accepted_at, o.game, o.period_no, o.option_id, o.groups, o.bet_amount, o.total, t.odds
  FROM slip s CROSS JOIN LATERAL (
    SELECT o.* FROM bet_order o
    WHERE o.player_id = $1 AND o.accepted_at = s.accepted_at
      AND o.id > greatest(s.below, dated_id(s.accepted_at, 0)) AND o.id < s.above
    OFFSET 0
  ) AS o
  JOIN option_odds t ON t.version = o.odds_version AND t.game = o.game AND t.option_id = o.option_id
  LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id AND c.why = 'player'`;

/**
 * The lines of the player's last slips, newest first. A slip is placed in one transaction that reads the clock once, with one slip
 * a player, so its orders are those of an instant; from each the next older one is looked up, however many lines it has.
 * $1 player, $2 game or null, $3 slips.
 */
export const RECENT_SLIPS = sql`
  WITH RECURSIVE walked AS (
    (SELECT id, accepted_at, 1 AS nth FROM bet_order
     WHERE player_id = $1 AND accepted_at >= list_start(30, 0) AND ($2::text IS NULL OR game = $2)
     ORDER BY id DESC LIMIT 1)
    UNION ALL
    SELECT n.id, n.accepted_at, w.nth + 1 FROM walked w CROSS JOIN LATERAL (
      SELECT id, accepted_at FROM bet_order
      WHERE player_id = $1 AND accepted_at >= list_start(30, 0) AND accepted_at < w.accepted_at AND id < w.id
        AND ($2::text IS NULL OR game = $2)
      ORDER BY id DESC LIMIT 1
    ) AS n WHERE w.nth < $3
  ), slip AS (
    SELECT nth, accepted_at, id + 1 AS above, coalesce(lead(id) OVER (ORDER BY nth), 0) AS below FROM walked
  )
  SELECT ${LINES}
  WHERE c.order_id IS NULL
  ORDER BY s.nth, o.id`;

/** The lines of the slip that an order ($2) of a player ($1) belongs to; that order even if it was taken back. */
export const SLIP_OF_ORDER = sql`
  WITH slip AS (
    SELECT accepted_at, dated_after(accepted_at) AS above, 0::bigint AS below FROM bet_order
    WHERE player_id = $1 AND id = $2 AND accepted_at >= earliest_of_id($2) AND accepted_at < latest_of_id($2)
  )
  SELECT ${LINES}
  WHERE c.order_id IS NULL OR o.id = $2
  ORDER BY o.id`;
