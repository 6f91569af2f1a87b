import { sql } from "../db/database.ts";

/**
 * What a player received since they last had nothing at all, and what they staked of it. Nothing at all means no
 * cash, nothing held for a withdrawal and no stake that could still come back: a player who bets everything has an
 * empty balance too, but not for good. Such a moment lies after a transfer that left no cash and before the next one,
 * once every order up to then was settled or cancelled.
 *
 * $1 is the player.
 */
export const TURNOVER = sql`
  WITH step AS MATERIALIZED (
    SELECT t.id, t.code, t.amount, t.cash_after,
           sum(CASE hold_account($1) WHEN t.credit_account THEN t.amount WHEN t.debit_account THEN -t.amount ELSE 0 END)
             OVER earlier AS held,
           max(CASE WHEN t.code = 'stake' THEN coalesce(c.created, p.settled_at, 'infinity') END) OVER earlier AS open_until,
           lead(t.created) OVER (ORDER BY t.id) AS next_at,
           -- What a settled order cost, less what came back of it.
           CASE WHEN t.code = 'stake' AND p.settled_at IS NOT NULL AND c.order_id IS NULL
                THEN t.amount - coalesce(w.refund, 0) ELSE 0 END AS staked
    FROM transfer t
    LEFT JOIN bet_order o ON t.code = 'stake' AND o.player_id = t.player_id
      AND o.id = order_of_reference(t.reference) AND o.accepted_at = t.created
    LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id
    LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
    LEFT JOIN period p ON p.game = o.game AND p.period_no = o.period_no AND p.state = 'settled'
    WHERE t.player_id = $1
    WINDOW earlier AS (ORDER BY t.id)
  ), nothing AS (
    SELECT coalesce(max(id), 0) AS id FROM step
    WHERE cash_after = 0 AND held = 0 AND coalesce(open_until, '-infinity') < coalesce(next_at, 'infinity')
  )
  SELECT coalesce(sum(amount) FILTER (WHERE code IN ('recharge', 'gift')), 0)::bigint AS received,
         coalesce(sum(staked), 0)::bigint AS staked
  FROM step, nothing WHERE step.id > nothing.id`;
