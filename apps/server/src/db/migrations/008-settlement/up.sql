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
-- row. Every order's payout goes house → player and every refunded part escrow → player; the winners are told,
-- by one event an order and one with the new balance a player.
CREATE FUNCTION settle_chunk(the_game text, the_period text, the_chunk int, the_from bigint, the_to bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  period_row record;
  at timestamptz;
  escrow bigint := ledger_escrow_account(the_game);
  house bigint := ledger_house_account();
  named text := '","gameCode":' || to_json(the_game)::text || ',"prizeNo":' || to_json(the_period)::text || ',"total":"';
  -- Element i of each is the i-th winning order, by player and then by order.
  players bigint[];
  orders bigint[];
  totals bigint[];
  payouts bigint[];
  refunds bigint[];
  -- Those players, and what they had.
  locked bigint[];
  before bigint[];
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
    SELECT o.player_id, o.id, o.total, r.tiers, o.bet_amount * r.refunded AS refund,
           -- The usual case is written out: a call for each order would cost more than the rest of the search.
           CASE WHEN cardinality(r.factors) = 1 THEN o.bet_amount * r.factors[1] / 10000
                ELSE payout_of(o.bet_amount, r.factors) END AS payout
    FROM bet_order o
    JOIN settlement_outcome r
      ON r.game = o.game AND r.period_no = o.period_no
     AND r.selection_hash = o.selection_hash AND r.odds_version = o.odds_version
    WHERE o.game = the_game AND o.period_no = the_period AND o.id > the_from AND o.id <= the_to
      AND o.accepted_at >= period_row.open_at AND o.accepted_at < period_row.close_at
      AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)
  ), kept AS (
    INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
    SELECT player_id, id, the_game, the_period, payout, refund, tiers, at FROM won WHERE payout > 0 OR refund > 0
  )
  SELECT array_agg(w.player_id), array_agg(w.id), array_agg(w.total), array_agg(w.payout), array_agg(w.refund)
    INTO players, orders, totals, payouts, refunds
  FROM (SELECT * FROM won WHERE payout > 0 OR refund > 0 ORDER BY player_id, id) AS w;
  IF players IS NULL THEN RETURN 0; END IF;

  -- Under the lock, what each player will have is known without reading it again.
  SELECT array_agg(l.player), array_agg(l.balance) INTO locked, before FROM ledger_lock_cash(players) AS l;
  SELECT ledger_post(at, array_agg(m.code), array_agg(m.debit), array_agg(cash_account(m.player)), array_agg(m.amount),
                     array_agg(m.id::text), array_agg(m.player))
    INTO paid
  FROM (
    SELECT p.player, p.id, 'payout' AS code, house AS debit, p.amount
      FROM unnest(players, orders, payouts) AS p (player, id, amount) WHERE p.amount > 0
    UNION ALL
    SELECT r.player, r.id, 'stake-refund', escrow, r.amount
      FROM unnest(players, orders, refunds) AS r (player, id, amount) WHERE r.amount > 0
    ORDER BY 1, 2, 3
  ) AS m;
  IF NOT paid THEN RAISE EXCEPTION 'a payout was refused'; END IF;

  INSERT INTO live_event (player_id, event, payload)
  -- Written out by hand: that costs half of what jsonb_build_object does.
  SELECT w.player, 'order', ('{"orderNo":"B' || w.id::text || named || money_text(w.total) || '","payout":"'
    || money_text(w.payout) || '","refund":"' || money_text(w.refund) || '","status":"'
    || CASE WHEN w.payout > 0 THEN 'won' ELSE 'notWon' END || '"}')::jsonb
  FROM unnest(players, orders, totals, payouts, refunds) AS w (player, id, total, payout, refund)
  UNION ALL
  SELECT b.player, 'balance', jsonb_build_object('balance', money_text(b.before + g.gained))
  FROM unnest(locked, before) AS b (player, before)
  JOIN (SELECT p.player, sum(p.payout + p.refund)::bigint AS gained
        FROM unnest(players, payouts, refunds) AS p (player, payout, refund) GROUP BY p.player) AS g USING (player);
  RETURN cardinality(orders);
END $$;

-- The last act of a settlement, with the mark `settled`: exactly one transfer escrow → house of the period's
-- stakes less what was refunded, so that escrow again holds the stakes of unsettled periods and nothing else.
-- `staked` is what all its orders cost: who read every one of them for the outcomes knows it, and they do not change.
-- Returns the amount, or null when there was nothing left to do. An order outside every chunk is a bug and raises.
CREATE FUNCTION finish_period(the_game text, the_period text, staked bigint) RETURNS bigint LANGUAGE plpgsql AS $$
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
  SELECT staked
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
