-- Runs with servers that know migration 052.
-- Refunds of a voided period in the order of its orders' ids: each chunk goes on where the last one ended. refund_voided, which
-- earlier servers call, looks at all orders of the period for each chunk: a million orders would take it hours.

-- Refunds at most so many orders of a voided period with ids after `after_id` that are not cancelled or refunded yet. `last_id` is
-- the id that it came to, null once there is none left; both are null if the period is not voided.
CREATE FUNCTION refund_voided_after(
  the_game text, the_period text, after_id bigint, at_most int, OUT refunded bigint, OUT last_id bigint
) LANGUAGE plpgsql AS $$
DECLARE
  period_row record;
  at timestamptz;
  escrow bigint;
  players bigint[];
  orders bigint[];
  amounts bigint[];
BEGIN
  SELECT open_at, close_at INTO period_row FROM period
    WHERE game = the_game AND period_no = the_period AND state = 'voided' FOR SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  IF money_stopped() THEN RAISE EXCEPTION 'refunds are stopped'; END IF;
  at := house_clock();
  escrow := ledger_escrow_account(the_game);
  WITH due AS (
    SELECT o.player_id, o.id, o.total FROM bet_order o
    WHERE o.game = the_game AND o.period_no = the_period AND o.id > after_id
      AND o.accepted_at >= period_row.open_at AND o.accepted_at < period_row.close_at
    ORDER BY o.id LIMIT at_most
  ), kept AS (
    INSERT INTO bet_cancellation (player_id, order_id, game, period_no, why, refund, created)
    SELECT player_id, id, the_game, the_period, 'void', total, at FROM due ORDER BY player_id, id
    ON CONFLICT DO NOTHING RETURNING player_id, order_id, refund
  )
  SELECT array_agg(k.player_id ORDER BY k.player_id, k.order_id), array_agg(k.order_id ORDER BY k.player_id, k.order_id),
         array_agg(k.refund ORDER BY k.player_id, k.order_id), (SELECT max(id) FROM due), count(*)
    INTO players, orders, amounts, last_id, refunded FROM kept AS k;
  IF refunded = 0 THEN RETURN; END IF;

  IF NOT (
    SELECT ledger_post(at, array_agg('stake-refund'::text), array_agg(escrow),
                       array_agg(cash_account(r.player)), array_agg(r.amount), array_agg(r.id::text), array_agg(r.player))
    FROM unnest(players, orders, amounts) AS r (player, id, amount)
  ) THEN RAISE EXCEPTION 'a refund was refused'; END IF;
  PERFORM tell_many('balance', json_build_object('balance', '%')::text, array_agg(l.player), array_agg(money_text(l.balance)))
  FROM ledger_lock_cash(players) AS l;
  PERFORM tell_many('order', json_build_object('orderNo', 'B%', 'gameCode', the_game, 'prizeNo', the_period, 'total', '%',
      'payout', '0.00', 'refund', '%', 'status', 'cancelled')::text,
    players, array_agg(r.id::text || ',' || money_text(r.amount) || ',' || money_text(r.amount)))
  FROM unnest(orders, amounts) AS r (id, amount);
END $$;
