-- What each distinct selection of a drawn period won, worked out by the rules of the games and only read here.
-- Unlogged: after a crash it is worked out again, from the same orders, to the same figures.
CREATE UNLOGGED TABLE settlement_outcome (
  game text NOT NULL,
  period_no text NOT NULL,
  selection_hash bytea NOT NULL,
  odds_version int NOT NULL,
  -- wins × odds (×10⁴) of each distinct (tier, class); each is floored by itself.
  factors bigint[] NOT NULL,
  -- Bets that give their stake back.
  refunded int NOT NULL,
  -- [{ code, class?, wins, odds }], as the records show them.
  tiers jsonb NOT NULL,
  PRIMARY KEY (game, period_no, selection_hash, odds_version)
);

CREATE FUNCTION payout_of(bet_amount bigint, factors bigint[]) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE cardinality(factors)
    WHEN 0 THEN 0
    WHEN 1 THEN bet_amount * factors[1] / 10000
    ELSE (SELECT sum(bet_amount * factor / 10000)::bigint FROM unnest(factors) AS factor)
  END $$;

-- Pays the winners among the orders (from_id, to_id] of a drawn period, in the caller's transaction, once: the
-- chunk's mark is taken first, and a second caller waits on it and then finds it done (null). Losers need no
-- row. Every order's payout goes house → player and every refunded part escrow → player.
CREATE FUNCTION settle_chunk(the_game text, the_period text, the_chunk int, the_from bigint, the_to bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  period_row record;
  at timestamptz;
  winners bigint;
  paid boolean;
BEGIN
  SELECT state, open_at, close_at INTO period_row FROM period
    WHERE game = the_game AND period_no = the_period FOR SHARE;
  IF period_row.state IS DISTINCT FROM 'drawn' THEN RETURN NULL; END IF;
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

  WITH won AS MATERIALIZED (
    INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
    SELECT o.player_id, o.id, o.game, o.period_no, payout_of(o.bet_amount, r.factors),
           o.bet_amount * r.refunded, r.tiers, at
    FROM bet_order o
    JOIN settlement_outcome r
      ON r.game = o.game AND r.period_no = o.period_no
     AND r.selection_hash = o.selection_hash AND r.odds_version = o.odds_version
    WHERE o.game = the_game AND o.period_no = the_period AND o.id > the_from AND o.id <= the_to
      AND o.accepted_at >= period_row.open_at AND o.accepted_at < period_row.close_at
      AND (payout_of(o.bet_amount, r.factors) > 0 OR r.refunded > 0)
      AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)
    RETURNING player_id, order_id, payout, refund
  ), escrow AS MATERIALIZED (
    SELECT ledger_escrow_account(the_game) AS account
  ), moved AS (
    SELECT player_id, order_id, 'payout' AS code, ledger_house_account() AS debit, payout AS amount
      FROM won WHERE payout > 0
    UNION ALL
    SELECT player_id, order_id, 'stake-refund', escrow.account, refund FROM won, escrow WHERE refund > 0
  ), listed AS (
    SELECT count(*) AS transfers, array_agg(code) AS codes, array_agg(debit) AS debits,
           array_agg(cash_account(player_id)) AS credits, array_agg(amount) AS amounts,
           array_agg(order_id::text) AS references_, array_agg(player_id) AS players
    FROM (SELECT * FROM moved ORDER BY player_id, order_id, code) AS ordered
  )
  SELECT (SELECT count(*) FROM won),
         transfers = 0 OR ledger_post(at, codes, debits, credits, amounts, references_, players)
    INTO winners, paid FROM listed;
  IF NOT paid THEN RAISE EXCEPTION 'a payout was refused'; END IF;
  PERFORM announce_chunk(the_game, the_period, the_from, the_to);
  RETURN winners;
END $$;

-- Tells the winners of a chunk: one event an order, and one with the new balance a player.
CREATE FUNCTION announce_chunk(the_game text, the_period text, the_from bigint, the_to bigint) RETURNS void
LANGUAGE sql AS $$
  WITH won AS MATERIALIZED (
    SELECT w.player_id, w.order_id, w.payout, w.refund, o.total
    FROM bet_win w JOIN bet_order o
      ON o.player_id = w.player_id AND o.id = w.order_id AND o.accepted_at >= day_of_id(w.order_id)
     AND o.accepted_at < day_of_id(w.order_id) + interval '1 day'
    WHERE w.game = the_game AND w.period_no = the_period AND w.order_id > the_from AND w.order_id <= the_to
  )
  INSERT INTO live_event (player_id, event, payload)
  SELECT player_id, 'order', jsonb_build_object('orderNo', 'B' || order_id, 'gameCode', the_game,
    'prizeNo', the_period, 'total', money_text(total), 'payout', money_text(payout),
    'refund', money_text(refund), 'status', CASE WHEN payout > 0 THEN 'won' ELSE 'notWon' END)
  FROM won
  UNION ALL
  SELECT player_id, 'balance', jsonb_build_object('balance', money_text(player_balance(player_id)))
  FROM (SELECT DISTINCT player_id FROM won) AS players
$$;

-- The last act of a settlement, with the mark `settled`: exactly one transfer escrow → house of the period's
-- stakes less what was refunded, so that escrow again holds the stakes of unsettled periods and nothing else.
-- Returns the amount, or null when there was nothing left to do. An order outside every chunk is a bug and raises.
CREATE FUNCTION finish_period(the_game text, the_period text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  period_row record;
  at timestamptz;
  released bigint;
BEGIN
  SELECT state, open_at, close_at INTO period_row FROM period
    WHERE game = the_game AND period_no = the_period FOR NO KEY UPDATE;
  IF period_row.state IS DISTINCT FROM 'drawn' THEN RETURN NULL; END IF;
  IF money_stopped() THEN RAISE EXCEPTION 'payouts are stopped'; END IF;
  IF coalesce((SELECT max(id) FROM bet_order WHERE game = the_game AND period_no = the_period
                 AND accepted_at >= period_row.open_at AND accepted_at < period_row.close_at), 0)
     > coalesce((SELECT max(to_id) FROM settlement_chunk WHERE game = the_game AND period_no = the_period), 0)
  THEN RAISE EXCEPTION 'orders of % % are not settled yet', the_game, the_period; END IF;

  at := house_clock();
  SELECT coalesce((SELECT sum(total) FROM bet_order
                   WHERE game = the_game AND period_no = the_period
                     AND accepted_at >= period_row.open_at AND accepted_at < period_row.close_at), 0)
       - coalesce((SELECT sum(refund) FROM bet_cancellation WHERE game = the_game AND period_no = the_period), 0)
       - coalesce((SELECT sum(refund) FROM bet_win WHERE game = the_game AND period_no = the_period), 0)
    INTO released;
  IF released > 0 THEN
    PERFORM ledger_post(at, ARRAY['stake-release'], ARRAY[ledger_escrow_account(the_game)],
      ARRAY[ledger_house_account()], ARRAY[released], ARRAY[the_game || '/' || the_period], ARRAY[NULL::bigint]);
  END IF;
  UPDATE period SET state = 'settled', settled_at = at WHERE game = the_game AND period_no = the_period;
  DELETE FROM settlement_outcome WHERE game = the_game AND period_no = the_period;
  RETURN released;
END $$;
