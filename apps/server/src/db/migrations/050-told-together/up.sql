-- Runs with servers that know migration 046.
-- One row tells many players: the stakes of a batch and the winners of a chunk were a row a player, which every server
-- read and took apart for players whose streams are elsewhere.

-- In a row for many, `payload` is a pattern with a % for each value. The i-th of `players` is told the i-th share of `told`,
-- and the ids of their events are the last so many up to the row's own. Both are lists with commas, since they are
-- written once and read as they are by every server; short lived, so they are not compressed.
ALTER TABLE live_event
  ADD COLUMN players text,
  ADD COLUMN told text;
ALTER TABLE live_event
  ALTER players SET STORAGE EXTERNAL,
  ALTER told SET STORAGE EXTERNAL;

-- Tells `those` one event each: `vals` has the values of each, with commas between them. As many ids are taken as players are
-- told, and only the last is kept: between it and the row before there is room for all of them, however the numbers jump.
CREATE FUNCTION tell_many(what text, pattern text, those bigint[], vals text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Nobody may be told what is another's.
  IF cardinality(those) IS DISTINCT FROM cardinality(vals) OR array_position(those, NULL) IS NOT NULL
    OR array_position(vals, NULL) IS NOT NULL
  THEN RAISE EXCEPTION 'not each player has something to be told'; END IF;
  -- A row for all winners of a large period would have to be read at once.
  FOR start IN 1..cardinality(those) BY 500 LOOP
    INSERT INTO live_event (id, event, payload, players, told)
    SELECT max(nextval('live_event_id')), what, pattern::json, array_to_string(those[start:start + 499], ','),
           array_to_string(vals[start:start + 499], ',')
    FROM generate_series(start, least(start + 499, cardinality(those)));
  END LOOP;
END $$;

CREATE FUNCTION tell_balances(those bigint[], balances bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_many('balance', '{"balance":"%"}', those, ARRAY(SELECT money_text(b) FROM unnest(balances) AS b));
END $$;

-- What a row for many tells each, and how far before the row's own id the event of each is.
CREATE FUNCTION told_each(pattern json, those text, vals text) RETURNS TABLE (player bigint, back bigint, payload json)
LANGUAGE sql IMMUTABLE AS $$
  SELECT p.player::bigint, cardinality(l.player) - p.place, (
    -- A value follows each piece but the last: the next value is another player's.
    SELECT string_agg(s.text || CASE WHEN s.place < cardinality(l.piece)
                                THEN l.val[(p.place - 1) * (cardinality(l.piece) - 1) + s.place] ELSE '' END, '' ORDER BY s.place)
    FROM unnest(l.piece) WITH ORDINALITY AS s (text, place)
  )::json
  FROM (
    SELECT string_to_array(those, ',') AS player, string_to_array(vals, ',') AS val,
           string_to_array(pattern::text, '%') AS piece
  ) AS l CROSS JOIN LATERAL unnest(l.player) WITH ORDINALITY AS p (player, place)
$$;

-- What is to be read, as live_events_after, with rows for many as they are.
CREATE FUNCTION live_events_since(after_xid xid8, after_id bigint, at_most int)
RETURNS SETOF live_event LANGUAGE sql STABLE AS $$
  SELECT * FROM live_event
  WHERE (xid, id) > (after_xid, after_id) AND xid < pg_snapshot_xmin(pg_current_snapshot())
  ORDER BY xid, id LIMIT at_most
$$;

-- For servers of the version before, which know events of one player or of all: each row for many as one event a player.
-- At least `at_most` rows if there are as many, and no row for many in part: those servers go on after the last id they got.
CREATE OR REPLACE FUNCTION live_events_after(after_xid xid8, after_id bigint, at_most int)
RETURNS SETOF live_event LANGUAGE sql STABLE AS $$
  SELECT e.xid, e.id - coalesce(t.back, 0), CASE WHEN e.players IS NULL THEN e.player_id ELSE t.player END, e.event,
         CASE WHEN e.players IS NULL THEN e.payload ELSE t.payload END, e.created, NULL::text, NULL::text
  FROM (
    SELECT s.*, sum(s.size) OVER (ORDER BY s.xid, s.id) - s.size AS before
    FROM (
      SELECT l.*, coalesce(length(l.players) - length(replace(l.players, ',', '')), 0) + 1 AS size
      FROM live_events_since(after_xid, after_id, at_most) AS l
    ) AS s
  ) AS e LEFT JOIN LATERAL told_each(e.payload, e.players, e.told) AS t ON e.players IS NOT NULL
  WHERE e.before < at_most
  ORDER BY 1, 2
$$;

-- As before, and the players of a batch are told their balances by one row. For all else see 038.
CREATE OR REPLACE FUNCTION place_slips(
  period_game text[], period_number text[],
  slip_player bigint[], slip_key text[], slip_hashes bytea, slip_period int[], slip_total bigint[],
  line_slip int[], line_option text[], line_groups text[], line_count int[], line_amount bigint[], line_odds int[],
  blinds bytea,
  slip_payout bigint[], line_payout bigint[], selection_cap bigint[], period_cap bigint[], house_cap bigint, care int,
  OUT accepted_ms bigint, OUT batch bigint, OUT outcomes text[], OUT balances bigint[], OUT replies text[],
  OUT ids bigint[], OUT lefts bigint[], OUT cap_lines int[]
) LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
  stopped boolean;
  paid boolean;
  sale record;
  opens timestamptz[];
  closes timestamptz[];
  sells boolean[];
  escrow bigint[];
  locked_player bigint[];
  hashes bytea[];
  day bigint;
  -- Of each slip, whether it is accepted: quicker to look at in long arrays than the outcomes.
  good boolean[];
  -- Whether any player's orders have come to more than what is capped on one selection, and whose.
  near boolean;
  detailed boolean[];
  most bigint;
  -- What the players have staked and won in all, and what binds them by their own choice.
  staked bigint[];
  won bigint[];
  blocked boolean[];
  stake_ceiling bigint[];
  loss_ceiling bigint[];
BEGIN
  FOR sale IN
    SELECT w.place, p.open_at, p.state = 'open' AND p.close_at > house_clock() AS sells
    FROM unnest(period_game, period_number) WITH ORDINALITY AS w (game, period_no, place)
    CROSS JOIN LATERAL (SELECT * FROM period WHERE game = w.game AND period_no = w.period_no LIMIT 1) AS p
  LOOP
    opens[sale.place] := sale.open_at;
    sells[sale.place] := sale.sells;
    escrow[sale.place] := ledger_escrow_account(period_game[sale.place]);
  END LOOP;
  -- Only what sells is locked, and found by its key alone: what else is asked of it is asked outside, or an index of all
  -- that is due would be read to find one. A period that is over stays over: its late slips take no lock, and so never hold up
  -- who closes it. A period without a lock has no close here, and nothing is sold for it.
  FOR sale IN
    SELECT w.place, p.close_at FROM (
      SELECT * FROM unnest(period_game, period_number) WITH ORDINALITY AS u (game, period_no, place)
      WHERE sells[u.place]
      ORDER BY u.game, u.period_no
    ) AS w CROSS JOIN LATERAL (
      SELECT * FROM period WHERE game = w.game AND period_no = w.period_no FOR SHARE
    ) AS p
    WHERE p.state = 'open'
  LOOP
    closes[sale.place] := sale.close_at;
  END LOOP;
  SELECT array_agg(l.player), array_agg(l.balance), array_agg(l.staked), array_agg(l.won)
    INTO locked_player, balances, staked, won FROM ledger_lock_cash(slip_player) AS l;
  IF locked_player IS DISTINCT FROM slip_player THEN RAISE EXCEPTION 'slips of unknown players, or out of order'; END IF;

  hashes := ARRAY(SELECT sha256(convert_to(l.option || l.groups, 'UTF8')) FROM unnest(line_option, line_groups) AS l (option, groups));
  IF care = 2 THEN
    PERFORM FROM (
      SELECT DISTINCT w.game, w.period_no, l.hash FROM unnest(line_slip, hashes) AS l (slip, hash)
      JOIN unnest(slip_period) WITH ORDINALITY AS s (period, slip) USING (slip)
      JOIN unnest(period_game, period_number) WITH ORDINALITY AS w (game, period_no, place) ON w.place = s.period
      ORDER BY 1, 2, 3
    ) AS k CROSS JOIN LATERAL (
      SELECT FROM exposure_selection e
      WHERE e.game = k.game AND e.period_no = k.period_no AND e.selection_hash = k.hash FOR NO KEY UPDATE
    ) AS locked;
  END IF;

  at := house_clock();
  accepted_ms := epoch_ms(at);
  stopped := money_stopped();
  SELECT g.blocked, g.stake_ceiling, g.loss_ceiling INTO blocked, stake_ceiling, loss_ceiling
  FROM play_guards(slip_player, at) AS g;

  -- Balances stand in the order of the slips, so that nothing needs to be joined but the keys.
  SELECT array_agg(d.verdict ORDER BY d.slip), array_agg(d.reply ORDER BY d.slip),
         array_agg(CASE d.verdict WHEN 'accepted' THEN d.balance - d.total ELSE d.balance END ORDER BY d.slip)
    INTO outcomes, replies, balances
  FROM (
    SELECT s.slip, s.total, s.balance, k.reply, CASE
      WHEN k.key IS NOT NULL AND k.call = 'order' AND k.body_hash = substr(slip_hashes, (s.slip::int - 1) * 32 + 1, 32)
        THEN 'replay'
      WHEN k.key IS NOT NULL THEN 'conflict'
      WHEN s.blocked THEN 'excluded'
      WHEN opens[s.period] IS NULL THEN 'period-unknown'
      WHEN closes[s.period] IS NULL OR at >= closes[s.period] THEN 'period-closed'
      WHEN at < opens[s.period] THEN 'period-not-open'
      WHEN stopped THEN 'stopped'
      -- Before the funds: nobody who has reached a limit is sent to recharge.
      WHEN s.staked + s.total > s.stake_ceiling THEN 'stake-limit'
      WHEN s.staked - s.won + s.total > s.loss_ceiling THEN 'loss-limit'
      WHEN s.balance < s.total THEN 'no-funds'
      ELSE 'accepted' END AS verdict
    FROM unnest(slip_player, slip_key, slip_period, slip_total, balances, staked, won, blocked, stake_ceiling, loss_ceiling)
      WITH ORDINALITY AS s (player, key, period, total, balance, staked, won, blocked, stake_ceiling, loss_ceiling, slip)
    LEFT JOIN LATERAL ledger_find_key(s.player, s.key) AS k ON true
  ) AS d;

  -- What the players of accepted slips can win in the period now. Only whose orders came to more than what is capped on
  -- one selection can have come to a cap: the one on the period is no lower.
  WITH held AS (
    INSERT INTO exposure_player AS e (game, period_no, player_id, payout)
    SELECT period_game[s.period], period_number[s.period], s.player, s.payout
    FROM unnest(slip_player, slip_period, slip_payout, outcomes) AS s (player, period, payout, verdict)
    WHERE s.verdict = 'accepted'
    ON CONFLICT (game, period_no, player_id) DO UPDATE SET payout = e.payout + excluded.payout
    RETURNING payout, by_selection
  )
  SELECT bool_or(by_selection OR payout > (SELECT min(c) FROM unnest(selection_cap) AS c)) INTO near FROM held;
  IF near THEN
    SELECT r.outcomes, r.lefts, r.cap_lines, r.detailed INTO outcomes, lefts, cap_lines, detailed
    FROM refuse_over_player_caps(period_game, period_number, opens, slip_player, slip_period, slip_payout, line_slip, hashes,
      line_payout, selection_cap, period_cap, outcomes) AS r;
  END IF;
  IF care > 0 THEN
    SELECT c.outcomes, c.lefts, c.cap_lines INTO outcomes, lefts, cap_lines
    FROM refuse_over_house_cap(period_game, period_number, slip_period, line_slip, hashes, line_payout, house_cap,
      outcomes, lefts, cap_lines) AS c;
  END IF;
  IF lefts IS NOT NULL THEN
    -- What a cap has refused is not won and costs nothing.
    UPDATE exposure_player e SET payout = e.payout - c.payout
    FROM unnest(outcomes, slip_player, slip_period, slip_payout) AS c (verdict, player, period, payout)
    WHERE c.verdict IN ('selection-cap', 'period-cap', 'house-cap')
      AND e.game = period_game[c.period] AND e.period_no = period_number[c.period] AND e.player_id = c.player;
    balances := ARRAY(
      SELECT CASE WHEN c.verdict IN ('selection-cap', 'period-cap', 'house-cap') THEN c.balance + c.total ELSE c.balance END
      FROM unnest(outcomes, balances, slip_total) WITH ORDINALITY AS c (verdict, balance, total, slip) ORDER BY c.slip);
  END IF;
  IF NOT 'accepted' = ANY (outcomes) THEN RETURN; END IF;

  good := ARRAY(SELECT c.verdict = 'accepted' FROM unnest(outcomes) WITH ORDINALITY AS c (verdict, slip) ORDER BY c.slip);
  batch := nextval('bet_batch_id');
  -- The day is worked out once: it is dated_id of each number.
  day := dated_id(at, 0);
  ids := ARRAY(SELECT day + nextval('bet_order_number') FROM generate_series(1, cardinality(line_slip)));

  INSERT INTO bet_order (player_id, id, accepted_at, game, period_no, option_id, groups, selection_hash,
    bet_count, bet_amount, total, odds_version, batch_id, blind, max_payout)
  SELECT slip_player[l.slip], l.id, at, period_game[slip_period[l.slip]], period_number[slip_period[l.slip]],
         l.option, l.groups, l.hash, l.count, l.amount,
         l.count * l.amount, l.odds, batch, substr(blinds, (l.line::int - 1) * 16 + 1, 16), l.payout
  FROM unnest(line_slip, line_option, line_groups, hashes, line_count, line_amount, line_odds, ids, line_payout)
    WITH ORDINALITY AS l (slip, option, groups, hash, count, amount, odds, id, payout, line)
  WHERE good[l.slip];

  SELECT ledger_post(at,
      array_agg('stake'::text),
      array_agg(cash_account(slip_player[l.slip])),
      array_agg(escrow[slip_period[l.slip]]),
      array_agg(l.count * l.amount),
      array_agg(l.id::text),
      array_agg(slip_player[l.slip]))
    INTO paid
  FROM unnest(line_slip, line_count, line_amount, ids) AS l (slip, count, amount, id)
  WHERE good[l.slip];
  IF NOT paid THEN RAISE EXCEPTION 'the lines of a slip cost more than its total'; END IF;

  PERFORM ledger_keep_keys(at, 'order', array_agg(slip_player[r.slip]), array_agg(slip_key[r.slip]),
      array_agg(substr(slip_hashes, (r.slip - 1) * 32 + 1, 32)),
      array_agg('{"ids":["' || r.ids || '"],"balance":"' || money_text(balances[r.slip]) || '"}'))
  FROM (
    SELECT l.slip, string_agg(l.id::text, '","' ORDER BY l.id) AS ids FROM unnest(line_slip, ids) AS l (slip, id)
    WHERE good[l.slip] AND slip_key[l.slip] IS NOT NULL GROUP BY l.slip
  ) AS r;

  PERFORM tell_balances(array_agg(s.player), array_agg(s.balance))
  FROM unnest(slip_player, outcomes, balances) AS s (player, verdict, balance) WHERE s.verdict = 'accepted';

  IF detailed IS NOT NULL THEN
    INSERT INTO exposure_player_selection AS e (game, period_no, player_id, selection_hash, payout)
    SELECT period_game[slip_period[l.slip]], period_number[slip_period[l.slip]], slip_player[l.slip], l.hash, sum(l.payout)
    FROM unnest(line_slip, hashes, line_payout) AS l (slip, hash, payout)
    WHERE good[l.slip] AND detailed[l.slip] GROUP BY l.slip, l.hash
    ON CONFLICT (game, period_no, player_id, selection_hash) DO UPDATE SET payout = e.payout + excluded.payout;
  END IF;
  -- Last of all, what many wait for.
  WITH kept AS (
    INSERT INTO exposure_selection AS e (game, period_no, selection_hash, payout)
    SELECT period_game[k.period], period_number[k.period], k.hash, k.payout FROM (
      SELECT slip_period[l.slip] AS period, l.hash, sum(l.payout) AS payout
      FROM unnest(line_slip, hashes, line_payout) AS l (slip, hash, payout)
      WHERE good[l.slip] GROUP BY 1, 2
    ) AS k ORDER BY 1, 2, 3
    ON CONFLICT (game, period_no, selection_hash) DO UPDATE SET payout = e.payout + excluded.payout
    RETURNING payout
  )
  SELECT max(payout) INTO most FROM kept;
  IF most > house_cap THEN
    RAISE EXCEPTION 'a selection came to % of %', most, house_cap USING ERRCODE = 'LT001';
  END IF;
END $$;

-- As before, and the winners are told by few rows. For all else see 017.
CREATE OR REPLACE FUNCTION settle_chunk(the_game text, the_period text, the_chunk int, the_from bigint, the_to bigint)
RETURNS bigint LANGUAGE plpgsql SET work_mem = '32MB' AS $$
DECLARE
  at timestamptz;
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

  PERFORM tell_balances(array_agg(b.player), array_agg(b.balance))
  FROM ledger_pay_orders(at, ledger_escrow_account(the_game), players, orders, payouts, refunds) AS b;
  PERFORM tell_many('order', '{"orderNo":"B%","gameCode":' || to_json(the_game)::text || ',"prizeNo":' || to_json(the_period)::text
      || ',"total":"%","payout":"%","refund":"%","status":"%"}',
    players, array_agg(w.id::text || ',' || money_text(w.total) || ',' || money_text(w.payout) || ',' || money_text(w.refund)
      || CASE WHEN w.payout > 0 THEN ',won' ELSE ',notWon' END))
  FROM unnest(orders, totals, payouts, refunds) AS w (id, total, payout, refund);
  RETURN cardinality(orders);
END $$;

-- As before, told by few rows. For all else see 014.
CREATE OR REPLACE FUNCTION refund_voided(the_game text, the_period text, at_most int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  period_row record;
  at timestamptz;
  players bigint[];
  orders bigint[];
  amounts bigint[];
BEGIN
  SELECT open_at, close_at INTO period_row FROM period
    WHERE game = the_game AND period_no = the_period AND state = 'voided' FOR SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF money_stopped() THEN RAISE EXCEPTION 'refunds are stopped'; END IF;
  at := house_clock();
  WITH due AS (
    SELECT o.player_id, o.id, o.total FROM bet_order o
    WHERE o.game = the_game AND o.period_no = the_period
      AND o.accepted_at >= period_row.open_at AND o.accepted_at < period_row.close_at
      AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)
    ORDER BY o.player_id, o.id LIMIT at_most
  ), kept AS (
    INSERT INTO bet_cancellation (player_id, order_id, game, period_no, why, refund, created)
    SELECT player_id, id, the_game, the_period, 'void', total, at FROM due ORDER BY player_id, id
    ON CONFLICT DO NOTHING RETURNING player_id, order_id, refund
  )
  SELECT array_agg(k.player_id ORDER BY k.player_id, k.order_id), array_agg(k.order_id ORDER BY k.player_id, k.order_id),
         array_agg(k.refund ORDER BY k.player_id, k.order_id) INTO players, orders, amounts FROM kept AS k;
  IF players IS NULL THEN RETURN 0; END IF;

  IF NOT (
    SELECT ledger_post(at, array_agg('stake-refund'::text), array_agg(ledger_escrow_account(the_game)),
                       array_agg(cash_account(r.player)), array_agg(r.amount), array_agg(r.id::text), array_agg(r.player))
    FROM unnest(players, orders, amounts) AS r (player, id, amount)
  ) THEN RAISE EXCEPTION 'a refund was refused'; END IF;
  PERFORM tell_many('balance', json_build_object('balance', '%')::text, array_agg(l.player), array_agg(money_text(l.balance)))
  FROM ledger_lock_cash(players) AS l;
  PERFORM tell_many('order', json_build_object('orderNo', 'B%', 'gameCode', the_game, 'prizeNo', the_period, 'total', '%',
      'payout', '0.00', 'refund', '%', 'status', 'cancelled')::text,
    players, array_agg(r.id::text || ',' || money_text(r.amount) || ',' || money_text(r.amount)))
  FROM unnest(orders, amounts) AS r (id, amount);
  RETURN cardinality(orders);
END $$;
