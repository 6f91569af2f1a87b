-- As before, and always by the player's own orders: a plan that begins with the period would read the orders of everybody
-- in it, and there may be a million. OFFSET 0 keeps the period out of the choice of the index.
CREATE OR REPLACE FUNCTION keep_exposure_by_selection(the_game text, the_period text, the_player bigint, opened timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO exposure_player_selection (game, period_no, player_id, selection_hash, payout)
  SELECT the_game, the_period, the_player, o.selection_hash, sum(o.max_payout)
  FROM (
    SELECT player_id, id, game, period_no, selection_hash, max_payout FROM bet_order
    WHERE player_id = the_player AND id >= dated_id(opened, 0) AND accepted_at >= opened
    OFFSET 0
  ) AS o
  WHERE o.game = the_game AND o.period_no = the_period AND o.max_payout IS NOT NULL
    AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)
  GROUP BY o.selection_hash;
  UPDATE exposure_player SET by_selection = true
  WHERE game = the_game AND period_no = the_period AND player_id = the_player;
$$;
