-- Settlement pays by player: the winners of a period are found once, put in the order of their players and paid
-- from there in chunks, so that each account is locked and changed once and not once a chunk.

-- The orders of a drawn period that get something and have not got it yet. Unlogged as the outcomes it is made from.
CREATE UNLOGGED TABLE settlement_winner (
  game text NOT NULL,
  period_no text NOT NULL,
  -- From 1, by player and then by order.
  place bigint NOT NULL,
  player_id bigint NOT NULL,
  order_id bigint NOT NULL,
  total bigint NOT NULL,
  payout bigint NOT NULL,
  refund bigint NOT NULL,
  tiers jsonb NOT NULL
);
-- By the place alone, which costs a third of a key with the period in it: few periods are settled at once.
CREATE INDEX settlement_winner_place ON settlement_winner (place);

-- Events are written once and read as text, so that their payload needs no form of its own; only the old ones are
-- looked for by their age, in the order they were written in.
ALTER TABLE live_event ALTER payload TYPE json;
DROP INDEX live_event_age;
CREATE INDEX live_event_age ON live_event USING brin (created);

-- As before, in half the time: the product of a whole number and 0.01 has two decimals.
CREATE OR REPLACE FUNCTION money_text(amount bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (amount * 0.01)::text
$$;

-- A chunk's bounds are places now. Which orders were paid, their winnings tell: the marks of a settlement that was
-- under way are not needed to go on with it.
DELETE FROM settlement_chunk;

-- The orders of a drawn period that win or get back something. A function of its own, since only a query that
-- nothing is written by runs on several cores.
CREATE FUNCTION winning_orders(the_game text, the_period text)
RETURNS TABLE (player_id bigint, order_id bigint, total bigint, payout bigint, refund bigint, tiers jsonb)
LANGUAGE plpgsql STABLE ROWS 100000 SET work_mem = '64MB' AS $$
#variable_conflict use_column
DECLARE
  period_row record;
BEGIN
  SELECT open_at, close_at INTO period_row FROM period WHERE game = the_game AND period_no = the_period;
  RETURN QUERY
  SELECT w.* FROM (
    SELECT o.player_id, o.id, o.total,
           -- The usual case is written out: a call for each order would cost more than the rest of the search.
           CASE WHEN cardinality(r.factors) = 1 THEN o.bet_amount * r.factors[1] / 10000
                ELSE payout_of(o.bet_amount, r.factors) END AS payout,
           o.bet_amount * r.refunded AS refund, r.tiers
    FROM bet_order o
    JOIN settlement_outcome r
      ON r.game = o.game AND r.period_no = o.period_no
     AND r.selection_hash = o.selection_hash AND r.odds_version = o.odds_version
    WHERE o.game = the_game AND o.period_no = the_period
      AND o.accepted_at >= period_row.open_at AND o.accepted_at < period_row.close_at
  ) AS w
  WHERE (w.payout > 0 OR w.refund > 0)
    AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = w.player_id AND c.order_id = w.id)
    AND NOT EXISTS (SELECT FROM bet_win b WHERE b.game = the_game AND b.period_no = the_period
                      AND b.player_id = w.player_id AND b.order_id = w.id)
  ORDER BY w.player_id, w.id;
END $$;

-- Finds the winners of a drawn period that are still to be paid, and keeps them for settle_chunk: `due` of them
-- after `paid` that an earlier run came to. The period's lock waits for chunks under way. Nothing when the period is
-- not drawn.
CREATE FUNCTION keep_winners(the_game text, the_period text, OUT due bigint, OUT paid bigint)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM period WHERE game = the_game AND period_no = the_period AND state = 'drawn' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  DELETE FROM settlement_winner WHERE game = the_game AND period_no = the_period;
  INSERT INTO settlement_winner (game, period_no, place, player_id, order_id, total, payout, refund, tiers)
  SELECT the_game, the_period, w.place, w.player_id, w.order_id, w.total, w.payout, w.refund, w.tiers
  FROM winning_orders(the_game, the_period)
    WITH ORDINALITY AS w (player_id, order_id, total, payout, refund, tiers, place);
  GET DIAGNOSTICS due = ROW_COUNT;
  SELECT count(*) INTO paid FROM bet_win WHERE game = the_game AND period_no = the_period;
END $$;

-- Pays the kept winners of the places (from_id, to_id], in the caller's transaction, once: the chunk's mark is taken
-- first, a second caller waits on it and then finds it done (null), and nobody inserts a winning twice. Every
-- order's payout goes house → player and every refunded part escrow → player; the winners are told, by one event
-- an order and one with the new balance a player.
CREATE OR REPLACE FUNCTION settle_chunk(the_game text, the_period text, the_chunk int, the_from bigint, the_to bigint)
RETURNS bigint LANGUAGE plpgsql SET work_mem = '32MB' AS $$
DECLARE
  at timestamptz;
  named text := '","gameCode":' || to_json(the_game)::text || ',"prizeNo":' || to_json(the_period)::text || ',"total":"';
  -- Element i of each is the i-th winning order, by player and then by order.
  players bigint[];
  orders bigint[];
  totals bigint[];
  payouts bigint[];
  refunds bigint[];
BEGIN
  PERFORM FROM period WHERE game = the_game AND period_no = the_period AND state = 'drawn' FOR SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF money_stopped() THEN RAISE EXCEPTION 'payouts are stopped'; END IF;

  at := house_clock();
  INSERT INTO settlement_chunk (game, period_no, chunk, from_id, to_id, done)
    VALUES (the_game, the_period, the_chunk, the_from, the_to, at) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    IF EXISTS (SELECT FROM settlement_chunk s WHERE s.game = the_game AND s.period_no = the_period
               AND s.chunk = the_chunk AND s.from_id = the_from AND s.to_id = the_to)
    THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'chunk % of % % was settled with other bounds', the_chunk, the_game, the_period;
  END IF;

  WITH due AS MATERIALIZED (
    SELECT * FROM settlement_winner
    WHERE game = the_game AND period_no = the_period AND place > the_from AND place <= the_to
    ORDER BY place
  ), kept AS (
    INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
    SELECT player_id, order_id, the_game, the_period, payout, refund, tiers, at FROM due
  )
  SELECT array_agg(w.player_id), array_agg(w.order_id), array_agg(w.total), array_agg(w.payout), array_agg(w.refund)
    INTO players, orders, totals, payouts, refunds FROM due AS w;
  IF players IS NULL THEN RETURN 0; END IF;

  INSERT INTO live_event (player_id, event, payload)
  SELECT b.player, 'balance', ('{"balance":"' || money_text(b.balance) || '"}')::json
  FROM ledger_pay_orders(at, ledger_escrow_account(the_game), players, orders, payouts, refunds) AS b
  UNION ALL
  SELECT w.player, 'order', ('{"orderNo":"B' || w.id::text || named || money_text(w.total) || '","payout":"'
    || money_text(w.payout) || '","refund":"' || money_text(w.refund) || '","status":"'
    || CASE WHEN w.payout > 0 THEN 'won' ELSE 'notWon' END || '"}')::json
  FROM unnest(players, orders, totals, payouts, refunds) AS w (player, id, total, payout, refund);
  RETURN cardinality(orders);
END $$;

-- The last act of a settlement, with the mark `settled`: exactly one transfer escrow → house of the period's
-- stakes less what was refunded, so that escrow again holds the stakes of unsettled periods and nothing else.
-- `staked` is what all its orders cost: who read every one of them for the outcomes knows it, and they do not change.
-- `winners` is how many of them keep_winners found, now and before: that not all of them have their winnings is a bug,
-- or the kept ones were lost in a crash of the database, and raises.
-- Returns the amount, or null when there was nothing left to do.
DROP FUNCTION finish_period(text, text, bigint);
CREATE FUNCTION finish_period(the_game text, the_period text, staked bigint, winners bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
  won record;
  released bigint;
BEGIN
  PERFORM FROM period WHERE game = the_game AND period_no = the_period AND state = 'drawn' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF money_stopped() THEN RAISE EXCEPTION 'payouts are stopped'; END IF;
  SELECT count(*) AS orders, coalesce(sum(payout), 0)::bigint AS paid, coalesce(sum(refund), 0)::bigint AS refunded
    INTO won FROM bet_win WHERE game = the_game AND period_no = the_period;
  IF won.orders <> winners THEN
    RAISE EXCEPTION 'orders of % % are not settled yet: % of % are paid', the_game, the_period, won.orders, winners;
  END IF;

  at := house_clock();
  released := staked - won.refunded
    - coalesce((SELECT sum(refund) FROM bet_cancellation WHERE game = the_game AND period_no = the_period), 0);
  IF released > 0 THEN
    PERFORM ledger_post(at, ARRAY['stake-release'], ARRAY[ledger_escrow_account(the_game)],
      ARRAY[ledger_house_account()], ARRAY[released], ARRAY[the_game || '/' || the_period], ARRAY[NULL::bigint]);
  END IF;
  UPDATE period SET state = 'settled', settled_at = at, turnover = released, paid = won.paid
    WHERE game = the_game AND period_no = the_period;
  DELETE FROM settlement_outcome WHERE game = the_game AND period_no = the_period;
  DELETE FROM settlement_winner WHERE game = the_game AND period_no = the_period;
  RETURN released;
END $$;
