-- Runs with servers that know migration 052.
-- Orders of a history by their ids. Of a range of ids within a range of times the planner thinks that it takes a search of the index for
-- each id between: in months of a million orders it read the whole month instead, 11 s for a player of thirty orders.

-- The first `at_most` transfers of a player with ids from `from_id` to `to_id`, by id. Of a stake: its order, when that was
-- cancelled or its period settled, and what was refunded. Of a payout: the game.
--
-- Nested loops are off, since nothing is known of a history that was just written: the planner would take a long one for a
-- single row. References of stakes and payouts are ids, so that one that is none fails.
CREATE OR REPLACE FUNCTION player_history(the_player bigint, from_id bigint, to_id bigint, at_most bigint)
RETURNS TABLE (id bigint, created timestamptz, code text, amount bigint, debit_account bigint, credit_account bigint,
  cash_after bigint, order_id bigint, game text, period_no text, cancelled_at timestamptz, settled_at timestamptz,
  refund bigint, won_game text)
LANGUAGE plpgsql STABLE ROWS 400 SET enable_nestloop = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH tail AS MATERIALIZED (
    SELECT t.id, t.created, t.code, t.amount, t.debit_account, t.credit_account, t.cash_after,
           CASE WHEN t.code IN ('stake', 'payout') THEN t.reference::bigint END AS order_id
    FROM transfer t WHERE t.player_id = the_player AND t.id >= from_id AND t.id <= to_id
    ORDER BY t.id LIMIT at_most
  ), ends AS MATERIALIZED (
    SELECT min(t.order_id) AS first, max(t.order_id) AS last,
           min(t.order_id) FILTER (WHERE t.code = 'stake') AS first_staked,
           max(t.order_id) FILTER (WHERE t.code = 'stake') AS last_staked,
           min(t.created) AS from_at, max(t.created) AS to_at
    FROM tail AS t
  ), placed AS MATERIALIZED (
    SELECT o.id, o.accepted_at, o.game, o.period_no FROM bet_order o
    WHERE o.player_id = the_player
      AND o.id = ANY (ARRAY(SELECT t.order_id FROM tail AS t WHERE t.code = 'stake'))
      AND o.accepted_at >= (SELECT from_at FROM ends) AND o.accepted_at <= (SELECT to_at FROM ends)
  ), settled AS MATERIALIZED (
    SELECT d.game, d.period_no, p.settled_at FROM (SELECT DISTINCT game, period_no FROM placed) AS d
    CROSS JOIN LATERAL (
      SELECT settled_at FROM period WHERE game = d.game AND period_no = d.period_no AND state = 'settled' LIMIT 1
    ) AS p
  ), cancelled AS MATERIALIZED (
    SELECT order_id, created FROM bet_cancellation
    WHERE player_id = the_player
      AND order_id >= (SELECT first_staked FROM ends) AND order_id <= (SELECT last_staked FROM ends)
  ), won AS MATERIALIZED (
    SELECT order_id, game, refund FROM bet_win
    WHERE player_id = the_player AND order_id >= (SELECT first FROM ends) AND order_id <= (SELECT last FROM ends)
  )
  SELECT t.id, t.created, t.code, t.amount, t.debit_account, t.credit_account, t.cash_after,
         o.id, o.game, o.period_no, c.created, s.settled_at, w.refund, w.game
  FROM tail AS t
  LEFT JOIN placed AS o ON t.code = 'stake' AND o.id = t.order_id AND o.accepted_at = t.created
  LEFT JOIN settled AS s ON s.game = o.game AND s.period_no = o.period_no
  LEFT JOIN cancelled AS c ON c.order_id = o.id
  LEFT JOIN won AS w ON w.order_id = t.order_id
  ORDER BY t.id;
END $$;
