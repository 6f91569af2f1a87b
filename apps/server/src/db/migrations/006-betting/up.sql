-- Odds are versioned: an order keeps the version it was placed with. One row per version; `table_json` maps
-- game → option → odds key → odds ×10⁴ (as integers).
CREATE TABLE odds_version (
  version int PRIMARY KEY,
  table_json jsonb NOT NULL,
  created timestamptz NOT NULL,
  author text NOT NULL
);
CREATE TRIGGER odds_version_append_only BEFORE UPDATE OR DELETE ON odds_version
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE SEQUENCE bet_order_number AS bigint MAXVALUE 99999999999;
CREATE SEQUENCE bet_batch_id AS bigint;

-- An accepted order. Its status is never stored: it follows from its period, its winning and its cancellation.
CREATE TABLE bet_order (
  player_id bigint NOT NULL,
  id bigint NOT NULL,
  accepted_at timestamptz NOT NULL,
  game text NOT NULL,
  period_no text NOT NULL,
  option_id text NOT NULL,
  -- Canonical picks as JSON text, and the hash that says which orders picked the same of the same option.
  groups text NOT NULL,
  selection_hash bytea NOT NULL,
  bet_count int NOT NULL CHECK (bet_count > 0),
  bet_amount bigint NOT NULL CHECK (bet_amount > 0),
  total bigint NOT NULL,
  odds_version int NOT NULL,
  batch_id bigint NOT NULL,
  blind bytea NOT NULL,
  PRIMARY KEY (player_id, id, accepted_at),
  CHECK (total = bet_count * bet_amount)
) PARTITION BY RANGE (accepted_at);
CREATE INDEX bet_order_period ON bet_order (game, period_no, id);
CREATE TRIGGER bet_order_append_only BEFORE UPDATE OR DELETE ON bet_order
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What was signed of one gathered batch for one period, just after its commit: the receipts of these orders.
-- The orders of the batch lie between the two ids, and a lost row is made anew from them.
CREATE TABLE bet_batch (
  batch_id bigint NOT NULL,
  game text NOT NULL,
  period_no text NOT NULL,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  root bytea NOT NULL,
  log_head bytea NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (batch_id, game, period_no)
);
CREATE TRIGGER bet_batch_append_only BEFORE UPDATE OR DELETE ON bet_batch
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A cancelled order: its stake went back to the player.
CREATE TABLE bet_cancellation (
  player_id bigint NOT NULL,
  order_id bigint NOT NULL,
  game text NOT NULL,
  period_no text NOT NULL,
  -- 'player' before the close, 'void' for a voided period.
  why text NOT NULL CHECK (why IN ('player', 'void')),
  refund bigint NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (player_id, order_id)
);
CREATE INDEX bet_cancellation_period ON bet_cancellation (game, period_no);
CREATE TRIGGER bet_cancellation_append_only BEFORE UPDATE OR DELETE ON bet_cancellation
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- An order that got something back at settlement. Losers need no row.
CREATE TABLE bet_win (
  player_id bigint NOT NULL,
  order_id bigint NOT NULL,
  game text NOT NULL,
  period_no text NOT NULL,
  payout bigint NOT NULL CHECK (payout >= 0),
  refund bigint NOT NULL CHECK (refund >= 0),
  -- [{ code, class?, wins, odds }] with odds as the API writes them.
  tiers jsonb NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (player_id, order_id),
  CHECK (payout > 0 OR refund > 0)
);
CREATE INDEX bet_win_period ON bet_win (game, period_no);
CREATE TRIGGER bet_win_append_only BEFORE UPDATE OR DELETE ON bet_win
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Marks of finished chunks, so that a settlement killed at any point goes on where it stopped.
CREATE TABLE settlement_chunk (
  game text NOT NULL,
  period_no text NOT NULL,
  chunk int NOT NULL,
  from_id bigint NOT NULL,
  to_id bigint NOT NULL,
  done timestamptz NOT NULL,
  PRIMARY KEY (game, period_no, chunk)
);

-- Money as it is on the wire: two decimals.
CREATE FUNCTION money_text(amount bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN amount < 0 THEN '-' ELSE '' END || (abs(amount) / 100)::text || '.' || lpad((abs(amount) % 100)::text, 2, '0')
$$;

-- H(0x00‖RFC 8785 of the order): what receipts and the bets' root of a period commit. Everything in it is plain
-- ASCII, and `groups` is stored with its keys in order. The time is epoch_ms, written out so that nothing in here
-- is a call of its own: a period may have a hundred thousand leaves.
CREATE FUNCTION bet_leaf(o bet_order) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256('\x00'::bytea || convert_to(
    '{"acceptedAt":' || floor(extract(epoch FROM o.accepted_at) * 1000)::bigint::text || ',"betAmount":"' || money_text(o.bet_amount)
    || '","blind":"' || encode(o.blind, 'hex') || '","groups":' || o.groups
    || ',"optionId":"' || o.option_id || '","orderNo":"B' || o.id::text || '","total":"' || money_text(o.total) || '"}', 'UTF8'))
$$;

-- The first instant of the day (UTC) that an order's id begins with: it was accepted within 24 hours from then.
CREATE FUNCTION day_of_id(id bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT make_timestamptz((id / 1000000000000000)::int, (id / 10000000000000 % 100)::int,
                          (id / 100000000000 % 100)::int, 0, 0, 0, 'UTC')
$$;

-- Places gathered slips in one round trip and one commit. Each is accepted whole or refused whole. The slips come
-- one a player at most, in the order of their players; `slip_period` says which of the periods a slip is for and
-- `line_slip` which slip a line belongs to, both from 1; `slip_hashes` holds 32 bytes a slip, `blinds` 16 a line.
-- The steps and their order are what makes a bet safe: periods are locked, then accounts, then the clock is read
-- once, and only then anything is decided. Each statement sees what others committed before the locks were had.
-- Element i of `outcomes` is for slip i: accepted, replay, conflict, period-unknown, period-not-open,
-- period-closed, stopped or no-funds; of `balances`, what the player can spend after it; of `replies`, what was
-- stored under the key of a replay. Element i of `ids` is the order of line i, where its slip is accepted.
CREATE FUNCTION place_slips(
  period_game text[], period_number text[],
  slip_player bigint[], slip_key text[], slip_hashes bytea, slip_period int[], slip_total bigint[],
  line_slip int[], line_option text[], line_groups text[], line_count int[], line_amount bigint[], line_odds int[],
  blinds bytea,
  OUT accepted_ms bigint, OUT batch bigint, OUT outcomes text[], OUT balances bigint[], OUT replies text[],
  OUT ids bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
  stopped boolean;
  paid boolean;
  sale record;
  opens timestamptz[];
  closes timestamptz[];
  escrow bigint[];
  locked_player bigint[];
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

  at := house_clock();
  accepted_ms := epoch_ms(at);
  stopped := money_stopped();

  -- Balances stand in the order of the slips, so that nothing needs to be joined but the keys.
  SELECT array_agg(d.verdict ORDER BY d.slip), array_agg(d.reply ORDER BY d.slip),
         array_agg(CASE d.verdict WHEN 'accepted' THEN d.balance - d.total ELSE d.balance END ORDER BY d.slip)
    INTO outcomes, replies, balances
  FROM (
    SELECT s.slip, s.total, s.balance, k.reply, CASE
      WHEN k.key IS NOT NULL AND k.call = 'order' AND k.body_hash = substr(slip_hashes, (s.slip::int - 1) * 32 + 1, 32)
        THEN 'replay'
      WHEN k.key IS NOT NULL THEN 'conflict'
      WHEN opens[s.period] IS NULL THEN 'period-unknown'
      WHEN closes[s.period] IS NULL OR at >= closes[s.period] THEN 'period-closed'
      WHEN at < opens[s.period] THEN 'period-not-open'
      WHEN stopped THEN 'stopped'
      WHEN s.balance < s.total THEN 'no-funds'
      ELSE 'accepted' END AS verdict
    FROM unnest(slip_player, slip_key, slip_period, slip_total, balances)
      WITH ORDINALITY AS s (player, key, period, total, balance, slip)
    LEFT JOIN LATERAL ledger_find_key(s.player, s.key) AS k ON true
  ) AS d;
  IF NOT 'accepted' = ANY (outcomes) THEN RETURN; END IF;

  batch := nextval('bet_batch_id');
  ids := ARRAY(SELECT dated_id(at, nextval('bet_order_number')) FROM generate_series(1, cardinality(line_slip)));

  INSERT INTO bet_order (player_id, id, accepted_at, game, period_no, option_id, groups, selection_hash,
    bet_count, bet_amount, total, odds_version, batch_id, blind)
  SELECT slip_player[l.slip], l.id, at, period_game[slip_period[l.slip]], period_number[slip_period[l.slip]],
         l.option, l.groups, sha256(convert_to(l.option || l.groups, 'UTF8')), l.count, l.amount,
         l.count * l.amount, l.odds, batch, substr(blinds, (l.line::int - 1) * 16 + 1, 16)
  FROM unnest(line_slip, line_option, line_groups, line_count, line_amount, line_odds, ids)
    WITH ORDINALITY AS l (slip, option, groups, count, amount, odds, id, line)
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
END $$;

-- Cancels an order of the player while its period is open, under the same locks and clock as placing one.
-- Outcomes: accepted, already (it was cancelled before), replay, conflict, unknown, period-closed, void, stopped.
CREATE FUNCTION cancel_order(
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
END $$;

SELECT ensure_month_partitions('bet_order', house_clock(), 3);
