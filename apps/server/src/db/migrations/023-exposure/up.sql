-- What the orders of a period can pay at most, kept while it is not settled, so that many orders are never paid together
-- what one may not: a cap for each player on one selection and on the whole period, and one for the house on each
-- selection. Every bet changes these rows: room on the page keeps their new versions beside the old, off the index.

-- The most that the order can pay. Null for orders from before this was kept, which count for nothing.
ALTER TABLE bet_order ADD COLUMN max_payout bigint;

-- Of all players, on one selection of a period (option and picks, at whatever odds). Touched last by every statement,
-- so that the row of what everybody bets on is held for no longer than the commit, and in the order of its key.
CREATE TABLE exposure_selection (
  game text NOT NULL,
  period_no text NOT NULL,
  selection_hash bytea NOT NULL,
  payout bigint NOT NULL CHECK (payout >= 0),
  PRIMARY KEY (game, period_no, selection_hash)
) WITH (fillfactor = 60);

-- Of one player, in a period. Changed only under the lock of the player's cash account, as the next table.
CREATE TABLE exposure_player (
  game text NOT NULL,
  period_no text NOT NULL,
  player_id bigint NOT NULL,
  payout bigint NOT NULL CHECK (payout >= 0),
  -- Whether the player's selections are kept one by one, in the next table.
  by_selection boolean NOT NULL DEFAULT false,
  PRIMARY KEY (game, period_no, player_id)
) WITH (fillfactor = 60);

-- Of one player, on one selection of a period. Nobody wins more on one selection than on all, so these rows are only
-- made once all of the player's orders together come to more than the cap on one selection: for few players.
CREATE TABLE exposure_player_selection (
  game text NOT NULL,
  period_no text NOT NULL,
  player_id bigint NOT NULL,
  selection_hash bytea NOT NULL,
  payout bigint NOT NULL CHECK (payout >= 0),
  PRIMARY KEY (game, period_no, player_id, selection_hash)
) WITH (fillfactor = 60);

-- Begins to keep a player's selections of a period one by one, from the orders so far. The caller holds the lock of
-- the player's cash account.
CREATE FUNCTION keep_exposure_by_selection(the_game text, the_period text, the_player bigint, opened timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO exposure_player_selection (game, period_no, player_id, selection_hash, payout)
  SELECT the_game, the_period, the_player, o.selection_hash, sum(o.max_payout)
  FROM bet_order o
  WHERE o.player_id = the_player AND o.id >= dated_id(opened, 0) AND o.accepted_at >= opened
    AND o.game = the_game AND o.period_no = the_period AND o.max_payout IS NOT NULL
    AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)
  GROUP BY o.selection_hash;
  INSERT INTO exposure_player AS e (game, period_no, player_id, payout, by_selection)
  VALUES (the_game, the_period, the_player, 0, true)
  ON CONFLICT (game, period_no, player_id) DO UPDATE SET by_selection = true;
$$;

DROP FUNCTION place_slips(text[], text[], bigint[], text[], bytea, int[], bigint[], int[], text[], text[], int[], bigint[],
  int[], bytea);

-- Places gathered slips in one round trip and one commit. Each is accepted whole or refused whole. The slips come
-- one a player at most, in the order of their players; `slip_period` says which of the periods a slip is for and
-- `line_slip` which slip a line belongs to, both from 1; `slip_hashes` holds 32 bytes a slip, `blinds` 16 a line.
-- `line_payout` is what a line can pay at most, `slip_payout` the same of all lines of a slip.
-- The steps and their order are what makes a bet safe: periods are locked, then accounts, then the clock is read
-- once, and only then anything is decided. Each statement sees what others committed before the locks were had.
-- Element i of `outcomes` is for slip i: accepted, replay, conflict, period-unknown, period-not-open, period-closed,
-- stopped, no-funds, or a cap: selection-cap, period-cap, house-cap, and then `lefts` says how much the player could
-- still win there, and `cap_lines` by which line it was passed. Element i of `balances` is what the player can spend
-- after it; of `replies`, what was stored under the key of a replay. Element i of `ids` is the order of line i, where
-- its slip is accepted.
-- A player's caps are exact under the lock of the account. The house's cap is looked after in three ways (`care`), of
-- which the caller takes the next one when the statement fails with LT001, as it does when a selection has come to
-- more than the cap by the time its row is locked:
-- 0: nothing is read before; far from the cap, that is all it takes.
-- 1: what others have committed is read before deciding, which refuses nearly everything that must be.
-- 2: the rows are locked first, so that what is decided holds. Only for the moment in which two statements meet.
CREATE FUNCTION place_slips(
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
  one record;
  over record;
  opens timestamptz[];
  closes timestamptz[];
  escrow bigint[];
  locked_player bigint[];
  hashes bytea[];
  -- What each player's orders of the period could pay before; whether their selections are kept one by one, and
  -- whether they must be from now on.
  held bigint[];
  kept boolean[];
  detailed boolean[];
  most bigint;
BEGIN
  FOR sale IN
    SELECT w.place, p.open_at FROM unnest(period_game, period_number) WITH ORDINALITY AS w (game, period_no, place)
    CROSS JOIN LATERAL (SELECT * FROM period WHERE game = w.game AND period_no = w.period_no LIMIT 1) AS p
  LOOP
    opens[sale.place] := sale.open_at;
    escrow[sale.place] := ledger_escrow_account(period_game[sale.place]);
  END LOOP;
  -- Only what sells is locked. A period that is over stays over: its late slips take no lock, and so never hold up
  -- who closes it. A period without a lock has no close here, and nothing is sold for it.
  FOR sale IN
    SELECT w.place, p.close_at FROM (
      SELECT * FROM unnest(period_game, period_number) WITH ORDINALITY AS u (game, period_no, place)
      ORDER BY u.game, u.period_no
    ) AS w CROSS JOIN LATERAL (
      SELECT * FROM period WHERE game = w.game AND period_no = w.period_no AND state = 'open' AND close_at > house_clock()
      FOR SHARE
    ) AS p
  LOOP
    closes[sale.place] := sale.close_at;
  END LOOP;
  SELECT array_agg(l.player), array_agg(l.balance) INTO locked_player, balances FROM ledger_lock_cash(slip_player) AS l;
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

  -- Balances stand in the order of the slips, so that nothing needs to be joined but keys and exposures.
  SELECT array_agg(d.verdict ORDER BY d.slip), array_agg(d.reply ORDER BY d.slip),
         array_agg(CASE d.verdict WHEN 'accepted' THEN d.balance - d.total ELSE d.balance END ORDER BY d.slip),
         array_agg(d.held ORDER BY d.slip),
         array_agg(d.by_selection ORDER BY d.slip),
         array_agg(d.by_selection OR d.held + d.payout > d.selection_cap ORDER BY d.slip)
    INTO outcomes, replies, balances, held, kept, detailed
  FROM (
    SELECT s.slip, s.total, s.balance, s.payout, k.reply, coalesce(e.payout, 0) AS held,
           coalesce(e.by_selection, false) AS by_selection, selection_cap[s.period] AS selection_cap, CASE
      WHEN k.key IS NOT NULL AND k.call = 'order' AND k.body_hash = substr(slip_hashes, (s.slip::int - 1) * 32 + 1, 32)
        THEN 'replay'
      WHEN k.key IS NOT NULL THEN 'conflict'
      WHEN opens[s.period] IS NULL THEN 'period-unknown'
      WHEN closes[s.period] IS NULL OR at >= closes[s.period] THEN 'period-closed'
      WHEN at < opens[s.period] THEN 'period-not-open'
      WHEN stopped THEN 'stopped'
      WHEN s.balance < s.total THEN 'no-funds'
      ELSE 'accepted' END AS verdict
    FROM unnest(slip_player, slip_key, slip_period, slip_total, slip_payout, balances)
      WITH ORDINALITY AS s (player, key, period, total, payout, balance, slip)
    LEFT JOIN LATERAL ledger_find_key(s.player, s.key) AS k ON true
    LEFT JOIN LATERAL (
      SELECT x.payout, x.by_selection FROM exposure_player x
      WHERE x.game = period_game[s.period] AND x.period_no = period_number[s.period] AND x.player_id = s.player LIMIT 1
    ) AS e ON true
  ) AS d;

  -- Only who could win more in the period than is capped on one selection can have come to a cap: the one on the
  -- period is no lower.
  IF true = ANY (detailed) THEN
    lefts := array_fill(NULL::bigint, ARRAY[cardinality(slip_player)]);
    cap_lines := array_fill(NULL::int, ARRAY[cardinality(slip_player)]);
    FOR one IN
      SELECT d.slip::int, d.player, d.kept, p.game, p.period_no, selection_cap[p.place] AS cap, opens[p.place] AS opened,
             period_cap[p.place] - d.held AS room, d.payout
      FROM unnest(detailed, kept, held, slip_payout, outcomes, slip_player, slip_period)
        WITH ORDINALITY AS d (more, kept, held, payout, verdict, player, period, slip)
      JOIN unnest(period_game, period_number) WITH ORDINALITY AS p (game, period_no, place) ON p.place = d.period
      WHERE d.more AND d.verdict = 'accepted'
    LOOP
      IF NOT one.kept THEN
        PERFORM keep_exposure_by_selection(one.game, one.period_no, one.player, one.opened);
      END IF;
      SELECT l.line, one.cap - l.before AS room INTO over FROM (
        SELECT w.line, coalesce(e.payout, 0) AS before,
               coalesce(e.payout, 0) + sum(w.payout) OVER (PARTITION BY w.hash ORDER BY w.line) AS after
        FROM unnest(line_slip, hashes, line_payout) WITH ORDINALITY AS w (slip, hash, payout, line)
        LEFT JOIN LATERAL (
          SELECT x.payout FROM exposure_player_selection x
          WHERE x.game = one.game AND x.period_no = one.period_no AND x.player_id = one.player
            AND x.selection_hash = w.hash LIMIT 1
        ) AS e ON true
        WHERE w.slip = one.slip
      ) AS l WHERE l.after > one.cap ORDER BY l.line LIMIT 1;
      IF FOUND THEN
        outcomes[one.slip] := 'selection-cap';
        lefts[one.slip] := greatest(0, over.room);
        cap_lines[one.slip] := over.line;
      ELSIF one.payout > one.room THEN
        outcomes[one.slip] := 'period-cap';
        lefts[one.slip] := greatest(0, one.room);
      END IF;
    END LOOP;
  END IF;

  IF care > 0 THEN
    SELECT c.outcomes, c.lefts, c.cap_lines INTO outcomes, lefts, cap_lines
    FROM refuse_over_house_cap(period_game, period_number, slip_period, line_slip, hashes, line_payout, house_cap,
      outcomes, lefts, cap_lines) AS c;
  END IF;
  IF lefts IS NOT NULL THEN
    -- What was refused after its balance was worked out costs nothing.
    balances := ARRAY(
      SELECT CASE WHEN c.verdict IN ('selection-cap', 'period-cap', 'house-cap') THEN c.balance + c.total ELSE c.balance END
      FROM unnest(outcomes, balances, slip_total) WITH ORDINALITY AS c (verdict, balance, total, slip) ORDER BY c.slip);
  END IF;
  IF NOT 'accepted' = ANY (outcomes) THEN RETURN; END IF;

  batch := nextval('bet_batch_id');
  ids := ARRAY(SELECT dated_id(at, nextval('bet_order_number')) FROM generate_series(1, cardinality(line_slip)));

  INSERT INTO bet_order (player_id, id, accepted_at, game, period_no, option_id, groups, selection_hash,
    bet_count, bet_amount, total, odds_version, batch_id, blind, max_payout)
  SELECT slip_player[l.slip], l.id, at, period_game[slip_period[l.slip]], period_number[slip_period[l.slip]],
         l.option, l.groups, l.hash, l.count, l.amount,
         l.count * l.amount, l.odds, batch, substr(blinds, (l.line::int - 1) * 16 + 1, 16), l.payout
  FROM unnest(line_slip, line_option, line_groups, hashes, line_count, line_amount, line_odds, ids, line_payout)
    WITH ORDINALITY AS l (slip, option, groups, hash, count, amount, odds, id, payout, line)
  WHERE outcomes[l.slip] = 'accepted';

  SELECT ledger_post(at,
      array_agg('stake'::text),
      array_agg(cash_account(slip_player[l.slip])),
      array_agg(escrow[slip_period[l.slip]]),
      array_agg(l.count * l.amount),
      array_agg(l.id::text),
      array_agg(slip_player[l.slip]))
    INTO paid
  FROM unnest(line_slip, line_count, line_amount, ids) AS l (slip, count, amount, id)
  WHERE outcomes[l.slip] = 'accepted';
  IF NOT paid THEN RAISE EXCEPTION 'the lines of a slip cost more than its total'; END IF;

  PERFORM ledger_keep_keys(at, 'order', array_agg(slip_player[r.slip]), array_agg(slip_key[r.slip]),
      array_agg(substr(slip_hashes, (r.slip - 1) * 32 + 1, 32)),
      array_agg('{"ids":["' || r.ids || '"],"balance":"' || money_text(balances[r.slip]) || '"}'))
  FROM (
    SELECT l.slip, string_agg(l.id::text, '","' ORDER BY l.id) AS ids FROM unnest(line_slip, ids) AS l (slip, id)
    WHERE outcomes[l.slip] = 'accepted' AND slip_key[l.slip] IS NOT NULL GROUP BY l.slip
  ) AS r;

  INSERT INTO live_event (player_id, event, payload)
  SELECT s.player, 'balance', jsonb_build_object('balance', money_text(s.balance))
  FROM unnest(slip_player, outcomes, balances) AS s (player, verdict, balance) WHERE s.verdict = 'accepted';

  INSERT INTO exposure_player AS e (game, period_no, player_id, payout)
  SELECT period_game[s.period], period_number[s.period], s.player, s.payout
  FROM unnest(slip_player, slip_period, slip_payout, outcomes) AS s (player, period, payout, verdict)
  WHERE s.verdict = 'accepted'
  ON CONFLICT (game, period_no, player_id) DO UPDATE SET payout = e.payout + excluded.payout;
  IF true = ANY (detailed) THEN
    INSERT INTO exposure_player_selection AS e (game, period_no, player_id, selection_hash, payout)
    SELECT period_game[slip_period[l.slip]], period_number[slip_period[l.slip]], slip_player[l.slip], l.hash, sum(l.payout)
    FROM unnest(line_slip, hashes, line_payout) AS l (slip, hash, payout)
    WHERE outcomes[l.slip] = 'accepted' AND detailed[l.slip] GROUP BY l.slip, l.hash
    ON CONFLICT (game, period_no, player_id, selection_hash) DO UPDATE SET payout = e.payout + excluded.payout;
  END IF;
  -- Last of all, what many wait for.
  WITH kept AS (
    INSERT INTO exposure_selection AS e (game, period_no, selection_hash, payout)
    SELECT period_game[k.period], period_number[k.period], k.hash, k.payout FROM (
      SELECT slip_period[l.slip] AS period, l.hash, sum(l.payout) AS payout
      FROM unnest(line_slip, hashes, line_payout) AS l (slip, hash, payout)
      WHERE outcomes[l.slip] = 'accepted' GROUP BY 1, 2
    ) AS k ORDER BY 1, 2, 3
    ON CONFLICT (game, period_no, selection_hash) DO UPDATE SET payout = e.payout + excluded.payout
    RETURNING payout
  )
  SELECT max(payout) INTO most FROM kept;
  IF most > house_cap THEN
    RAISE EXCEPTION 'a selection came to % of %', most, house_cap USING ERRCODE = 'LT001';
  END IF;
END $$;

-- Which slips of a batch would take a selection over the house's cap, one slip after the other: a refused slip leaves
-- its room to the next. Nearly always no selection is near the cap, and nothing is gone through.
CREATE FUNCTION refuse_over_house_cap(
  period_game text[], period_number text[], slip_period int[], line_slip int[], hashes bytea[], line_payout bigint[],
  house_cap bigint, INOUT outcomes text[], INOUT lefts bigint[], INOUT cap_lines int[]
) LANGUAGE plpgsql AS $$
DECLARE
  near_period int[];
  near_hash bytea[];
  used bigint[];
  slip record;
  part record;
BEGIN
  SELECT array_agg(k.period), array_agg(k.hash), array_agg(coalesce(e.payout, 0)) INTO near_period, near_hash, used
  FROM (
    SELECT slip_period[l.slip] AS period, l.hash, sum(l.payout) AS payout
    FROM unnest(line_slip, hashes, line_payout) AS l (slip, hash, payout)
    WHERE outcomes[l.slip] = 'accepted' GROUP BY 1, 2
  ) AS k LEFT JOIN LATERAL (
    SELECT x.payout FROM exposure_selection x
    WHERE x.game = period_game[k.period] AND x.period_no = period_number[k.period] AND x.selection_hash = k.hash LIMIT 1
  ) AS e ON true
  WHERE coalesce(e.payout, 0) + k.payout > house_cap;
  IF near_hash IS NULL THEN RETURN; END IF;

  lefts := coalesce(lefts, array_fill(NULL::bigint, ARRAY[cardinality(slip_period)]));
  cap_lines := coalesce(cap_lines, array_fill(NULL::int, ARRAY[cardinality(slip_period)]));
  FOR slip IN
    -- Of each slip, what it adds to the selections that are near, which are few.
    SELECT p.slip, array_agg(p.place) AS places, array_agg(p.payout) AS payouts, array_agg(p.line) AS lines FROM (
      SELECT l.slip, n.place, sum(l.payout)::bigint AS payout, min(l.line)::int AS line
      FROM unnest(line_slip, hashes, line_payout) WITH ORDINALITY AS l (slip, hash, payout, line)
      JOIN unnest(near_period, near_hash) WITH ORDINALITY AS n (period, hash, place)
        ON n.hash = l.hash AND n.period = slip_period[l.slip]
      WHERE outcomes[l.slip] = 'accepted' GROUP BY l.slip, n.place
    ) AS p GROUP BY p.slip ORDER BY p.slip
  LOOP
    FOR part IN
      SELECT w.line, used[w.place] AS used FROM unnest(slip.places, slip.payouts, slip.lines) AS w (place, payout, line)
      WHERE used[w.place] + w.payout > house_cap ORDER BY w.line LIMIT 1
    LOOP
      outcomes[slip.slip] := 'house-cap';
      lefts[slip.slip] := greatest(0, house_cap - part.used);
      cap_lines[slip.slip] := part.line;
    END LOOP;
    IF outcomes[slip.slip] = 'accepted' THEN
      FOR i IN 1 .. cardinality(slip.places) LOOP
        used[slip.places[i]] := used[slip.places[i]] + slip.payouts[i];
      END LOOP;
    END IF;
  END LOOP;
END $$;

-- Cancels an order of the player while its period is open, under the same locks and clock as placing one.
-- What the order could have paid is open again. Outcomes: accepted, already (it was cancelled before), replay, conflict, unknown, period-closed, void, stopped.
CREATE OR REPLACE FUNCTION cancel_order(
  the_player bigint, the_order bigint, the_key text, the_hash bytea,
  OUT outcome text, OUT refund bigint, OUT balance bigint, OUT reply text, OUT period_no text
) LANGUAGE plpgsql AS $$
DECLARE
  o bet_order;
  p period;
  k record;
  c bet_cancellation;
  at timestamptz;
BEGIN
  SELECT * INTO o FROM bet_order b
    WHERE b.player_id = the_player AND b.id = the_order
      AND b.accepted_at >= day_of_id(the_order) AND b.accepted_at < day_of_id(the_order) + interval '1 day';
  IF o.id IS NULL THEN outcome := 'unknown'; RETURN; END IF;
  period_no := o.period_no;

  SELECT * INTO p FROM period WHERE period.game = o.game AND period.period_no = o.period_no FOR SHARE;
  SELECT l.balance INTO balance FROM ledger_lock_cash(ARRAY[the_player]) AS l;
  at := house_clock();

  SELECT * INTO k FROM ledger_find_key(the_player, the_key);
  IF k.key IS NOT NULL THEN
    outcome := CASE WHEN k.call = 'cancel' AND k.body_hash = the_hash THEN 'replay' ELSE 'conflict' END;
    reply := k.reply;
    RETURN;
  END IF;
  SELECT * INTO c FROM bet_cancellation b WHERE b.player_id = the_player AND b.order_id = the_order;
  IF c.order_id IS NOT NULL THEN
    outcome := CASE c.why WHEN 'player' THEN 'already' ELSE 'void' END;
    refund := c.refund;
    RETURN;
  END IF;
  IF p.state <> 'open' OR at >= p.close_at THEN outcome := 'period-closed'; RETURN; END IF;
  IF money_stopped() THEN outcome := 'stopped'; RETURN; END IF;

  refund := o.total;
  balance := balance + refund;
  outcome := 'accepted';
  reply := '{"orderNo":"B' || o.id::text || '","refund":"' || money_text(refund) || '","balance":"' || money_text(balance) || '"}';
  INSERT INTO bet_cancellation (player_id, order_id, game, period_no, why, refund, created)
    VALUES (the_player, the_order, o.game, o.period_no, 'player', refund, at);
  IF NOT ledger_post(at, ARRAY['stake-refund'], ARRAY[ledger_escrow_account(o.game)], ARRAY[cash_account(the_player)],
                     ARRAY[refund], ARRAY[the_order::text], ARRAY[the_player])
  THEN RAISE EXCEPTION 'a refund was refused'; END IF;
  PERFORM ledger_keep_keys(at, 'cancel', ARRAY[the_player], ARRAY[the_key], ARRAY[the_hash], ARRAY[reply]);
  INSERT INTO live_event (player_id, event, payload) VALUES
    (the_player, 'balance', jsonb_build_object('balance', money_text(balance))),
    (the_player, 'order', jsonb_build_object('orderNo', 'B' || o.id, 'gameCode', o.game, 'prizeNo', o.period_no,
      'total', money_text(o.total), 'payout', '0.00', 'refund', money_text(refund), 'status', 'cancelled'));
  IF o.max_payout > 0 THEN
    UPDATE exposure_player e SET payout = e.payout - o.max_payout
      WHERE e.game = o.game AND e.period_no = o.period_no AND e.player_id = the_player;
    UPDATE exposure_player_selection e SET payout = e.payout - o.max_payout
      WHERE e.game = o.game AND e.period_no = o.period_no AND e.player_id = the_player
        AND e.selection_hash = o.selection_hash;
    UPDATE exposure_selection e SET payout = e.payout - o.max_payout
      WHERE e.game = o.game AND e.period_no = o.period_no AND e.selection_hash = o.selection_hash;
  END IF;
END $$;
