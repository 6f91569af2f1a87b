import { sql } from "../db/database.ts";

/** Whether a player ($1) has a bet whose outcome is still to be paid or refunded. Under the lock of the player's cash. */
export const BETS_RUNNING = sql`
  WITH unsettled AS MATERIALIZED (
    SELECT game, period_no, open_at FROM period
    WHERE state IN ('open', 'closed', 'drawn') AND open_at <= (SELECT house_clock())
    UNION ALL
    SELECT game, period_no, open_at FROM period WHERE state = 'voided' AND settled_at IS NULL
  )
  SELECT EXISTS (
    SELECT FROM bet_order o JOIN unsettled u ON u.game = o.game AND u.period_no = o.period_no
    WHERE o.player_id = $1 AND o.accepted_at >= (SELECT min(open_at) FROM unsettled)
      AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)
  ) AS running`;

export const USERNAME = sql`SELECT username FROM player WHERE id = $1`;
