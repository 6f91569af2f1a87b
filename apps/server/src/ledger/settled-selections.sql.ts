import { sql } from "../db/database.ts";
import { OF_PERIOD } from "./books.sql.ts";

/** The settled periods to check, oldest first. */
export const SETTLED_PERIODS = sql`
  SELECT game, period_no, numbers, epoch_ms(draw_at) AS draw_at FROM period
  WHERE state = 'settled' AND settled_at >= $1 ORDER BY draw_at, game`;

/**
 * Orders of some periods grouped by equal picks, stake and odds, with the smallest and largest payout of each group: $1 games,
 * $2 periods. They are read some at a time, by the statement below.
 */
export const SELECT_SELECTIONS = sql`
  DECLARE settled_selection NO SCROLL CURSOR FOR
  SELECT o.game, o.period_no, o.option_id, o.groups, o.bet_amount, o.odds_version, count(*) AS orders,
         min(o.id) AS example, min(o.payout) AS least_payout, max(o.payout) AS most_payout,
         min(o.refund) AS least_refund, max(o.refund) AS most_refund,
         min(o.bet_count) AS bet_count, max(o.bet_count) AS most_bets
  FROM unnest($1::text[], $2::text[]) AS n (game, period_no)
  JOIN period p ON p.game = n.game AND p.period_no = n.period_no
  -- One period after the other: joined, all years would be read for each hundred.
  CROSS JOIN LATERAL (
    SELECT o.game, o.period_no, o.option_id, o.groups, o.bet_amount, o.odds_version, o.bet_count,
           coalesce(o.id, w.order_id) AS id, coalesce(w.payout, 0) AS payout, coalesce(w.refund, 0) AS refund
    FROM (
      SELECT o.* FROM bet_order o WHERE ${OF_PERIOD} AND NOT EXISTS (
        SELECT FROM bet_cancellation c
        WHERE c.game = p.game AND c.period_no = p.period_no AND c.player_id = o.player_id AND c.order_id = o.id)
    ) AS o
    -- A win of no order of its period has no option, which no rule settles.
    FULL JOIN (SELECT * FROM bet_win WHERE game = p.game AND period_no = p.period_no) AS w
      ON w.player_id = o.player_id AND w.order_id = o.id
    OFFSET 0
  ) AS o
  GROUP BY o.game, o.period_no, o.option_id, o.groups, o.bet_amount, o.odds_version`;

export const NEXT_SELECTIONS = sql`FETCH 20000 FROM settled_selection`;
export const END_SELECTIONS = sql`CLOSE settled_selection`;

export const ODDS_TABLES = sql`SELECT version, table_json FROM odds_version`;
