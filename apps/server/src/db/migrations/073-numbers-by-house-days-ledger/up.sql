-- Runs with servers that know migration 071.
-- Numbers of orders begin with the day of the house instead of that of UTC, which before seven in the morning was yesterday's
-- in Viet Nam. Those given out before stay what they are.

-- By the calendar of which zone numbers of orders are dated, and since when; by that of UTC before the first row.
CREATE TABLE number_zone (
  since timestamptz PRIMARY KEY,
  zone text NOT NULL
);
CREATE TRIGGER number_zone_append_only BEFORE UPDATE OR DELETE ON number_zone
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The id of an order of bets or of money: the day it was made on, then eleven digits that never repeat. Later orders never
-- have earlier days.
CREATE OR REPLACE FUNCTION dated_id(at timestamptz, number bigint) RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  shown timestamp := at AT TIME ZONE coalesce(
    (SELECT n.zone FROM number_zone n WHERE n.since <= at ORDER BY n.since DESC LIMIT 1), 'UTC');
BEGIN
  RETURN (extract(year FROM shown)::bigint * 10000 + extract(month FROM shown)::bigint * 100
          + extract(day FROM shown)::bigint) * 100000000000 + number;
END $$;

-- The lowest id of the day after that of an instant: a day may have 25 hours.
CREATE FUNCTION dated_after(at timestamptz) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (to_char(day_of_id(dated_id(at, 0)) AT TIME ZONE 'UTC' + interval '1 day', 'YYYYMMDD') || '00000000000')::bigint
$$;

-- Between which instants an order with that id was made, by the calendar of whatever zone its day is.
CREATE FUNCTION earliest_of_id(id bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (day_of_id(id) AT TIME ZONE 'UTC' - interval '14 hours') AT TIME ZONE 'UTC'
$$;
CREATE FUNCTION latest_of_id(id bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (day_of_id(id) AT TIME ZONE 'UTC' + interval '36 hours') AT TIME ZONE 'UTC'
$$;

-- What a day of a zone begins at. Where clocks go back at one o'clock, midnight comes twice, and PostgreSQL takes the second.
CREATE FUNCTION day_start(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN ((m.at - interval '1 hour') AT TIME ZONE zone)::date = day THEN m.at - interval '1 hour' ELSE m.at END
  FROM (SELECT day::timestamp AT TIME ZONE zone AS at) AS m
$$;

-- Dates numbers by the calendar of a zone: in a new database at once, else from its next midnight that is an hour away or more.
-- There no number gets an earlier day than one before it, and servers that look orders up by the day of UTC are gone.
CREATE FUNCTION date_numbers_by(the_zone text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO number_zone (since, zone)
  SELECT CASE WHEN EXISTS (SELECT FROM number_zone) OR EXISTS (SELECT FROM bet_order) OR EXISTS (SELECT FROM money_order)
                OR EXISTS (SELECT FROM chase)
              THEN day_start(((house_clock() + interval '1 hour') AT TIME ZONE the_zone)::date + 1, the_zone)
              ELSE '-infinity' END, the_zone
  WHERE the_zone IS DISTINCT FROM (SELECT n.zone FROM number_zone n ORDER BY n.since DESC LIMIT 1)
  ON CONFLICT DO NOTHING
$$;

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
      AND b.accepted_at >= earliest_of_id(the_order) AND b.accepted_at < latest_of_id(the_order);
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
