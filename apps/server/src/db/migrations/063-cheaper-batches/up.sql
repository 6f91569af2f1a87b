-- Runs with servers that know migration 052.
-- What a batch of slips costs the database: its periods are found by their keys, and its stakes are booked in one pass.

-- For all else see 050.
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
  marked_at timestamptz;
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
  -- Only what sells is locked, and found by its key alone. Its state is looked at afterwards: even asked outside the subquery it
  -- would be asked inside, and an index of all that is due read to find one. A period that is over stays over: its late slips take no lock, and so never hold up
  -- who closes it. A period without a lock has no close here, and nothing is sold for it.
  FOR sale IN
    SELECT w.place, p.close_at, p.state FROM (
      SELECT * FROM unnest(period_game, period_number) WITH ORDINALITY AS u (game, period_no, place)
      WHERE sells[u.place]
      ORDER BY u.game, u.period_no
    ) AS w CROSS JOIN LATERAL (
      SELECT * FROM period WHERE game = w.game AND period_no = w.period_no FOR SHARE
    ) AS p
  LOOP
    IF sale.state = 'open' THEN closes[sale.place] := sale.close_at; END IF;
  END LOOP;
  SELECT array_agg(l.player), array_agg(l.balance), array_agg(l.staked), array_agg(l.won), min(l.marked_at)
    INTO locked_player, balances, staked, won, marked_at FROM ledger_lock_cash(slip_player) AS l;
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

  PERFORM ledger_post_stakes(at, marked_at, slip_player, balances, array_agg(l.slip),
      array_agg(escrow[slip_period[l.slip]]), array_agg(l.count * l.amount), array_agg(l.id::text))
  FROM unnest(line_slip, line_count, line_amount, ids) AS l (slip, count, amount, id)
  WHERE good[l.slip];

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
