-- Who works at the desk. The secret of the authenticator is sealed for its own row (vault/), so that a copy of the
-- database signs nobody in.
CREATE SEQUENCE operator_id AS bigint START 101;
CREATE TABLE operator (
  id bigint PRIMARY KEY,
  name text NOT NULL CHECK (name ~ '^[A-Za-z][A-Za-z0-9._-]{2,39}$'),
  role text NOT NULL CHECK (role IN ('support', 'cashier', 'risk', 'admin')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'locked')),
  password_hash text NOT NULL,
  -- The password is one that somebody else has seen.
  must_change_password boolean NOT NULL,
  totp_secret bytea NOT NULL,
  -- The step of half a minute whose code was used last: a code is good once.
  totp_step bigint NOT NULL DEFAULT 0,
  created timestamptz NOT NULL,
  last_sign_in timestamptz
);
CREATE UNIQUE INDEX operator_name ON operator (lower(name));

-- Opaque sessions: 12 hours at most, 30 minutes without a call.
CREATE TABLE operator_session (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  operator_id bigint NOT NULL REFERENCES operator (id),
  created timestamptz NOT NULL,
  seen timestamptz NOT NULL,
  address text NOT NULL,
  ended timestamptz
);
CREATE INDEX operator_session_open ON operator_session (operator_id) WHERE ended IS NULL;

-- What operators did, for good.
CREATE SEQUENCE audit_id AS bigint;
CREATE TABLE audit_log (
  id bigint PRIMARY KEY DEFAULT nextval('audit_id'),
  at timestamptz NOT NULL,
  -- Null where nobody was signed in, as for a refused sign-in.
  operator_id bigint REFERENCES operator (id),
  role text,
  action text NOT NULL,
  -- What it was done to: "recharge R2026…", "player 10000001".
  subject text NOT NULL,
  reason text,
  detail jsonb NOT NULL,
  address text NOT NULL,
  CHECK ((operator_id IS NULL) = (role IS NULL))
);
CREATE INDEX audit_log_operator ON audit_log (operator_id, id);
CREATE INDEX audit_log_action ON audit_log (action, id);
CREATE INDEX audit_log_subject ON audit_log (subject text_pattern_ops, id);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Keys of actions, with what each came to: a click that arrives twice is one action.
CREATE TABLE operator_key (
  operator_id bigint NOT NULL REFERENCES operator (id),
  key text NOT NULL,
  body_hash bytea NOT NULL,
  outcome text NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (operator_id, key)
);
CREATE INDEX operator_key_age ON operator_key (created);

-- What operators note about players. Players never see it.
CREATE SEQUENCE player_note_id AS bigint;
CREATE TABLE player_note (
  id bigint PRIMARY KEY DEFAULT nextval('player_note_id'),
  player_id bigint NOT NULL REFERENCES player (id),
  operator_id bigint NOT NULL REFERENCES operator (id),
  text text NOT NULL,
  created timestamptz NOT NULL
);
CREATE INDEX player_note_player ON player_note (player_id, id);
CREATE TRIGGER player_note_append_only BEFORE UPDATE OR DELETE ON player_note
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The switch and the bounds of each game, where the house has set them; a game without a row is open, within the
-- bounds it came with.
CREATE TABLE game_setting (
  game text PRIMARY KEY,
  open boolean NOT NULL DEFAULT true,
  min_bet bigint CHECK (min_bet > 0),
  max_bet bigint CHECK (max_bet >= min_bet),
  max_payout bigint CHECK (max_payout > 0),
  changed timestamptz NOT NULL,
  CHECK ((min_bet IS NULL) = (max_bet IS NULL) AND (min_bet IS NULL) = (max_payout IS NULL))
);

-- The first of two people who asked to void a period, and the second who made it happen.
CREATE TABLE period_void (
  game text NOT NULL,
  period_no text NOT NULL,
  asked_by bigint NOT NULL REFERENCES operator (id),
  reason text NOT NULL,
  asked timestamptz NOT NULL,
  confirmed_by bigint REFERENCES operator (id),
  confirmed timestamptz,
  PRIMARY KEY (game, period_no),
  CHECK (confirmed_by <> asked_by),
  CHECK ((confirmed_by IS NULL) = (confirmed IS NULL))
);

-- What a settled period came to: stakes less refunds, and what was paid, kept by the transaction that settles it. The
-- desk sums periods, never orders.
ALTER TABLE period ADD COLUMN turnover bigint, ADD COLUMN paid bigint;
UPDATE period p SET
  turnover = (SELECT coalesce(sum(total), 0) FROM bet_order o WHERE o.game = p.game AND o.period_no = p.period_no)
    - (SELECT coalesce(sum(refund), 0) FROM bet_cancellation c WHERE c.game = p.game AND c.period_no = p.period_no)
    - (SELECT coalesce(sum(refund), 0) FROM bet_win w WHERE w.game = p.game AND w.period_no = p.period_no),
  paid = (SELECT coalesce(sum(payout), 0) FROM bet_win w WHERE w.game = p.game AND w.period_no = p.period_no)
WHERE state = 'settled';
ALTER TABLE period ADD CHECK (state <> 'settled' OR (turnover IS NOT NULL AND paid IS NOT NULL));
CREATE INDEX period_settled ON period (settled_at) WHERE state = 'settled';
CREATE INDEX money_order_passed ON money_order (finished) WHERE status = 'passed';

-- As in 008-settlement, and keeps the figures of the period.
CREATE OR REPLACE FUNCTION finish_period(the_game text, the_period text, staked bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  period_row record;
  at timestamptz;
  won record;
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
  SELECT coalesce(sum(payout), 0)::bigint AS paid, coalesce(sum(refund), 0)::bigint AS refunded INTO won
    FROM bet_win WHERE game = the_game AND period_no = the_period;
  released := staked - won.refunded
    - coalesce((SELECT sum(refund) FROM bet_cancellation WHERE game = the_game AND period_no = the_period), 0);
  IF released > 0 THEN
    PERFORM ledger_post(at, ARRAY['stake-release'], ARRAY[ledger_escrow_account(the_game)],
      ARRAY[ledger_house_account()], ARRAY[released], ARRAY[the_game || '/' || the_period], ARRAY[NULL::bigint]);
  END IF;
  UPDATE period SET state = 'settled', settled_at = at, turnover = released, paid = won.paid
    WHERE game = the_game AND period_no = the_period;
  DELETE FROM settlement_outcome WHERE game = the_game AND period_no = the_period;
  RETURN released;
END $$;

-- Voided periods whose stakes are not all back yet: `settled_at` is the mark that they are.
CREATE INDEX period_unrefunded ON period (game, period_no) WHERE state = 'voided' AND settled_at IS NULL;

-- Gives back the stakes of at most so many orders of a voided period, in the caller's transaction, and answers how
-- many: 0 when all are back. Each once, whoever calls and dies: an order has one cancellation, and only those written
-- here are paid. Null when the period is not voided.
CREATE FUNCTION refund_voided(the_game text, the_period text, at_most int) RETURNS bigint LANGUAGE plpgsql AS $$
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
  INSERT INTO live_event (player_id, event, payload)
  SELECT l.player, 'balance', json_build_object('balance', money_text(l.balance)) FROM ledger_lock_cash(players) AS l
  UNION ALL
  SELECT r.player, 'order', json_build_object('orderNo', 'B' || r.id, 'gameCode', the_game, 'prizeNo', the_period,
    'total', money_text(r.amount), 'payout', '0.00', 'refund', money_text(r.amount), 'status', 'cancelled')
  FROM unnest(players, orders, amounts) AS r (player, id, amount);
  RETURN cardinality(orders);
END $$;
