-- What players set to protect themselves. Limits and breaks are decided in the transaction of the bet or recharge they
-- concern, under the lock of the player's cash, so that they hold on every server and for parallel bets.
CREATE TABLE play_limit (
  player_id bigint NOT NULL REFERENCES player (id),
  kind text NOT NULL CHECK (kind IN ('deposit', 'loss', 'stake')),
  span text NOT NULL CHECK (span IN ('day', 'week', 'month')),
  -- Minor units; null if there is none, and only something waits.
  amount bigint CHECK (amount >= 0),
  -- A raise that waits: in force when the player confirms it at or after `pending_from`. A pending amount of null
  -- removes the limit.
  pending_amount bigint CHECK (pending_amount >= 0),
  pending_from timestamptz,
  changed timestamptz NOT NULL,
  PRIMARY KEY (player_id, kind, span),
  CHECK (pending_amount IS NULL OR pending_from IS NOT NULL)
);

-- Every change of a limit, as a record for the player, the desk and a regulator.
CREATE TABLE play_limit_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL,
  kind text NOT NULL,
  span text NOT NULL,
  -- set: in force at once; asked: a raise waits; confirmed: it is in force; dropped: it no longer waits.
  what text NOT NULL CHECK (what IN ('set', 'asked', 'confirmed', 'dropped')),
  before bigint,
  after bigint,
  -- Null if the player did it.
  operator_id bigint,
  at timestamptz NOT NULL
);
CREATE INDEX play_limit_change_player ON play_limit_change (player_id, id);
CREATE TRIGGER play_limit_change_append_only BEFORE UPDATE OR DELETE ON play_limit_change
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Breaks from play, each as it was begun. They can overlap; what counts is in play_guard.
CREATE TABLE play_break (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  kind text NOT NULL CHECK (kind IN ('time-out', 'exclusion', 'return')),
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  -- Null if the player did it.
  operator_id bigint,
  reason text NOT NULL DEFAULT ''
);
CREATE INDEX play_break_player ON play_break (player_id, id);
CREATE TRIGGER play_break_append_only BEFORE UPDATE OR DELETE ON play_break
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What placing a bet reads of a player: one row for those who have set anything.
CREATE TABLE play_guard (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  time_out_until timestamptz NOT NULL DEFAULT '-infinity',
  excluded_until timestamptz NOT NULL DEFAULT '-infinity',
  -- Before this nothing is accepted. An excluded player must ask to return, so it is later than the exclusion.
  blocked_until timestamptz NOT NULL DEFAULT '-infinity',
  -- The totals of ledger_account that a stake may reach: of stakes, and of stakes less wins. Null without a limit.
  stake_ceiling bigint,
  loss_ceiling bigint,
  -- From then on the ceilings must be computed anew, since something leaves a window.
  ceilings_until timestamptz NOT NULL DEFAULT 'infinity',
  reality_check_minutes int CHECK (reality_check_minutes BETWEEN 10 AND 60)
) WITH (fillfactor = 80);

-- Length of the windows of limits.
CREATE FUNCTION play_span(span text) RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE span WHEN 'day' THEN interval '24 hours' WHEN 'week' THEN interval '168 hours' ELSE interval '720 hours' END
$$;

-- All nine limits of a player with what their windows hold. Windows begin with a slot of five minutes, so that they hold
-- at least their whole length. `free_at` is when the first of it leaves the window.
CREATE FUNCTION play_limits_of(the_player bigint, now timestamptz) RETURNS TABLE (
  kind text, span text, amount bigint, pending boolean, pending_amount bigint, pending_from timestamptz,
  used bigint, used_before bigint, free_at timestamptz
) LANGUAGE sql STABLE AS $$
  SELECT k.kind, s.span, l.amount, l.pending_from IS NOT NULL, l.pending_amount, l.pending_from,
         CASE k.kind WHEN 'deposit' THEN p.recharged WHEN 'loss' THEN p.staked - p.won ELSE p.staked END,
         CASE k.kind WHEN 'deposit' THEN p.recharged_before WHEN 'loss' THEN p.staked_before - p.won_before
              ELSE p.staked_before END,
         p.first_at + interval '5 minutes' + play_span(s.span)
  FROM (VALUES ('day', 1), ('week', 2), ('month', 3)) AS s (span, place)
  CROSS JOIN LATERAL ledger_play_since(the_player, now - play_span(s.span)) AS p
  CROSS JOIN (VALUES ('deposit', 1), ('loss', 2), ('stake', 3)) AS k (kind, place)
  LEFT JOIN play_limit l ON l.player_id = the_player AND l.kind = k.kind AND l.span = s.span
  ORDER BY k.place, s.place
$$;

-- Computes a player's ceilings anew. The caller holds the lock of the player's cash.
CREATE FUNCTION play_refresh_guard(the_player bigint, now timestamptz) RETURNS void LANGUAGE sql AS $$
  UPDATE play_guard g SET stake_ceiling = c.stake, loss_ceiling = c.loss, ceilings_until = c.until
  FROM (
    SELECT min(l.amount + l.used_before) FILTER (WHERE l.kind = 'stake') AS stake,
           min(l.amount + l.used_before) FILTER (WHERE l.kind = 'loss') AS loss,
           -- Without a mark in its window, the next movement makes one in the slot of now or later.
           coalesce(min(coalesce(l.free_at, ledger_slot(now) + interval '5 minutes' + play_span(l.span)))
                      FILTER (WHERE l.kind IN ('stake', 'loss')), 'infinity') AS until
    FROM play_limits_of(the_player, now) AS l WHERE l.amount IS NOT NULL
  ) AS c
  WHERE g.player_id = the_player
$$;

-- What binds the stakes of these players, whose cash is locked: element i is of the i-th player.
CREATE FUNCTION play_guards(
  players bigint[], now timestamptz, OUT blocked boolean[], OUT stake_ceiling bigint[], OUT loss_ceiling bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
  stale bigint[];
BEGIN
  LOOP
    SELECT array_agg(g.blocked_until > now ORDER BY p.place), array_agg(g.stake_ceiling ORDER BY p.place),
           array_agg(g.loss_ceiling ORDER BY p.place),
           array_agg(p.player) FILTER (WHERE g.ceilings_until <= now)
      INTO blocked, stake_ceiling, loss_ceiling, stale
    FROM unnest(players) WITH ORDINALITY AS p (player, place)
    LEFT JOIN LATERAL (SELECT * FROM play_guard WHERE player_id = p.player LIMIT 1) AS g ON true;
    EXIT WHEN stale IS NULL;
    PERFORM play_refresh_guard(s.player, now) FROM unnest(stale) AS s (player);
  END LOOP;
END $$;

-- As before, and each slip is held to what its player has set: outcome excluded while play is blocked, stake-limit or
-- loss-limit where a limit would be passed. For all else see 029.
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

  INSERT INTO live_event (player_id, event, payload)
  SELECT s.player, 'balance', ('{"balance":"' || money_text(s.balance) || '"}')::json
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
