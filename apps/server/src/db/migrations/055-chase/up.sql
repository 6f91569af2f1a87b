-- Runs with servers that know migration 052.
-- A chase: the same lines over many periods of a game. All its stakes leave the player's cash at once, for an account of
-- their own; each period's stake comes back to the cash in the transaction that places its bet, which is then a bet as any
-- other. What is not placed stays in the cash: so a chase adds no way of betting, only a way of setting money aside.

CREATE SEQUENCE chase_number AS bigint;

-- What the player decided; it never changes.
CREATE TABLE chase (
  id bigint PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  created timestamptz NOT NULL,
  game text NOT NULL,
  -- As the call's `bets`, with the stakes of a period whose multiple is 1.
  lines text NOT NULL,
  -- Of each planned period, in their order.
  periods text[] NOT NULL,
  multiples int[] NOT NULL,
  -- What a period costs whose multiple is 1, and all of them together.
  stake bigint NOT NULL CHECK (stake > 0),
  held bigint NOT NULL CHECK (held > 0),
  stop_on_win boolean NOT NULL,
  -- Net gain or loss that ends it.
  stop_profit bigint CHECK (stop_profit > 0),
  stop_loss bigint CHECK (stop_loss > 0),
  CHECK (cardinality(periods) = cardinality(multiples) AND cardinality(periods) > 0)
);
CREATE INDEX chase_player ON chase (player_id, id);
CREATE TRIGGER chase_append_only BEFORE UPDATE OR DELETE ON chase
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- How far it has come. It is changed by whoever holds the lock of the player's cash, but for `awaits`, which only goes.
CREATE TABLE chase_progress (
  chase_id bigint PRIMARY KEY REFERENCES chase (id),
  player_id bigint NOT NULL,
  game text NOT NULL,
  -- Place in the plan, from 1, and its period; no period once the chase has ended.
  next_place int NOT NULL DEFAULT 1,
  next_period text,
  -- The period and the place of the last bet, while its result decides whether the chase goes on.
  awaits text,
  awaits_place int,
  -- The odds that the player agreed to, and those that wait for an answer.
  odds_version int NOT NULL,
  asks_version int,
  placed int NOT NULL DEFAULT 0,
  -- Stakes that were placed, and what came back of those whose result was awaited.
  staked bigint NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  -- What has left the account of the chase.
  released bigint NOT NULL DEFAULT 0,
  ended timestamptz,
  why text CHECK (why IN ('done', 'won', 'profit', 'loss', 'player', 'limit', 'break', 'register', 'account', 'operator')),
  CHECK ((ended IS NULL) = (next_period IS NOT NULL) AND (ended IS NULL) = (why IS NULL))
) WITH (fillfactor = 60);
CREATE INDEX chase_due ON chase_progress (game, next_period) WHERE next_period IS NOT NULL;
CREATE INDEX chase_running ON chase_progress (player_id) WHERE next_period IS NOT NULL;

-- What became of each planned period: its orders, or why there are none. The periods after the end of a chase have no row.
CREATE TABLE chase_step (
  chase_id bigint NOT NULL REFERENCES chase (id),
  place int NOT NULL,
  player_id bigint NOT NULL,
  at timestamptz NOT NULL,
  period_no text NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  -- Why it was not placed; null if it was.
  why text,
  orders bigint[],
  PRIMARY KEY (chase_id, place),
  CHECK ((why IS NULL) = (orders IS NOT NULL))
);
CREATE TRIGGER chase_step_append_only BEFORE UPDATE OR DELETE ON chase_step
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Which migrations a server knows, by its beats: money that is set aside would be a breach to the books of one that does not
-- know of it, so nobody begins a chase while such a server is up.
ALTER TABLE node ADD COLUMN schema int NOT NULL DEFAULT 0;

-- From the first chase on, no earlier server may start here. @see runs_with in migrate.ts
CREATE FUNCTION chase_needs_servers() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE schema_migration SET runs_with = NULL WHERE name LIKE '%-chase' AND runs_with IS NOT NULL
$$;
REVOKE EXECUTE ON FUNCTION chase_needs_servers() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chase_needs_servers() TO lotus_app;

-- Tells each player where a chase stands: one value of each array a player.
CREATE FUNCTION tell_chases(players bigint[], chases bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT tell_many('chase', '{"chaseNo":"C%","gameCode":"%","state":"%"}',
    array_agg(w.player), array_agg(concat_ws(',', g.chase_id, g.game, CASE
      WHEN g.ended IS NOT NULL THEN 'ended' WHEN g.asks_version IS NOT NULL THEN 'asking' ELSE 'running' END)))
  FROM unnest(players, chases) AS w (player, chase) JOIN chase_progress g ON g.chase_id = w.chase
  HAVING count(*) > 0
$$;

-- As place_slips, for slips of which some are bets of a chase: slip i is the next one of `slip_chase[i]`, at `slip_place[i]` of
-- its plan. Its stake is released and staked in this transaction. Outcome `stale`: it is not the next one (any more), or its
-- period is not on sale, and nothing was done. Any other outcome is what became of this place of the plan, and is recorded.
CREATE FUNCTION place_chased_slips(
  period_game text[], period_number text[],
  slip_player bigint[], slip_key text[], slip_hashes bytea, slip_period int[], slip_total bigint[],
  line_slip int[], line_option text[], line_groups text[], line_count int[], line_amount bigint[], line_odds int[],
  blinds bytea,
  slip_payout bigint[], line_payout bigint[], selection_cap bigint[], period_cap bigint[], house_cap bigint, care int,
  slip_chase bigint[], slip_place int[],
  OUT accepted_ms bigint, OUT batch bigint, OUT outcomes text[], OUT balances bigint[], OUT replies text[],
  OUT ids bigint[], OUT lefts bigint[], OUT cap_lines int[]
) LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
  -- Of each period, whether it is on sale; of each slip, whether it is the next one of its chase, and whether it is not.
  sells boolean[];
  fresh boolean[];
  stale boolean[];
BEGIN
  -- Locks in the order of all bets: periods, cash, and then the chases.
  PERFORM FROM (
    SELECT w.game, w.period_no FROM unnest(period_game, period_number) AS w (game, period_no)
    CROSS JOIN LATERAL (SELECT state, close_at FROM period WHERE game = w.game AND period_no = w.period_no LIMIT 1) AS p
    WHERE p.state = 'open' AND p.close_at > house_clock() ORDER BY 1, 2
  ) AS s CROSS JOIN LATERAL (
    SELECT FROM period WHERE game = s.game AND period_no = s.period_no FOR SHARE
  ) AS locked;
  PERFORM FROM ledger_lock_cash(slip_player);
  at := house_clock();
  SELECT array_agg(coalesce(p.sells, false) ORDER BY w.place) INTO sells
  FROM unnest(period_game, period_number) WITH ORDINALITY AS w (game, period_no, place)
  LEFT JOIN LATERAL (
    SELECT state = 'open' AND open_at <= at AND at < close_at AS sells FROM period
    WHERE game = w.game AND period_no = w.period_no LIMIT 1
  ) AS p ON true;
  SELECT array_agg(coalesce(c.fresh, false) ORDER BY s.slip), array_agg(s.chase IS NOT NULL AND c.fresh IS NOT TRUE ORDER BY s.slip)
    INTO fresh, stale
  FROM unnest(slip_chase, slip_place, slip_player, slip_period) WITH ORDINALITY AS s (chase, place, player, period, slip)
  LEFT JOIN LATERAL (
    SELECT g.next_place = s.place AND g.player_id = s.player AND g.game = period_game[s.period]
           AND g.next_period = period_number[s.period] AND g.awaits IS NULL
           AND sells[s.period] AND NOT money_stopped() AS fresh
    FROM chase_progress g WHERE g.chase_id = s.chase FOR NO KEY UPDATE
  ) AS c ON true;

  IF true = ANY (fresh) AND NOT (
    SELECT ledger_post(at, array_agg('chase-release'::text), array_agg(chase_account(s.player)), array_agg(cash_account(s.player)),
                       array_agg(s.total), array_agg(s.chase || '/' || s.place), array_agg(s.player))
    FROM unnest(slip_chase, slip_place, slip_player, slip_total) WITH ORDINALITY AS s (chase, place, player, total, slip)
    WHERE fresh[s.slip]
  ) THEN RAISE EXCEPTION 'a chase has less on its account than its next bet costs'; END IF;

  -- What is stale is offered for no period at all.
  SELECT p.accepted_ms, p.batch, p.outcomes, p.balances, p.replies, p.ids, p.lefts, p.cap_lines
    INTO accepted_ms, batch, outcomes, balances, replies, ids, lefts, cap_lines
  FROM place_slips(period_game || ''::text, period_number || ''::text, slip_player, slip_key, slip_hashes,
    ARRAY(SELECT CASE WHEN stale[s.slip] THEN cardinality(period_game) + 1 ELSE s.period END
          FROM unnest(slip_period) WITH ORDINALITY AS s (period, slip) ORDER BY s.slip),
    slip_total, line_slip, line_option, line_groups, line_count, line_amount, line_odds, blinds, slip_payout, line_payout,
    selection_cap || NULL::bigint, period_cap || NULL::bigint, house_cap, care) AS p;
  outcomes := ARRAY(SELECT CASE WHEN stale[o.slip] THEN 'stale' ELSE o.outcome END
                    FROM unnest(outcomes) WITH ORDINALITY AS o (outcome, slip) ORDER BY o.slip);
  IF NOT true = ANY (fresh) THEN RETURN; END IF;

  INSERT INTO chase_step (chase_id, place, player_id, at, period_no, stake, why, orders)
  SELECT s.chase, s.place, s.player, at, period_number[s.period], s.total, nullif(s.outcome, 'accepted'),
         CASE WHEN s.outcome = 'accepted' THEN o.orders END
  FROM unnest(slip_chase, slip_place, slip_player, slip_period, slip_total, outcomes)
    WITH ORDINALITY AS s (chase, place, player, period, total, outcome, slip)
  LEFT JOIN (
    SELECT l.slip, array_agg(l.id ORDER BY l.line) AS orders
    FROM unnest(line_slip, ids) WITH ORDINALITY AS l (slip, id, line) GROUP BY l.slip
  ) AS o USING (slip)
  WHERE fresh[s.slip];
  UPDATE chase_progress g SET
    next_place = g.next_place + 1, next_period = s.next_period, asks_version = NULL,
    awaits = CASE WHEN s.outcome = 'accepted' AND s.next_period IS NOT NULL AND s.stops THEN g.next_period END,
    awaits_place = CASE WHEN s.outcome = 'accepted' AND s.next_period IS NOT NULL AND s.stops THEN g.next_place END,
    placed = g.placed + (s.outcome = 'accepted')::int,
    staked = g.staked + CASE WHEN s.outcome = 'accepted' THEN s.total ELSE 0 END,
    released = g.released + s.total,
    ended = CASE WHEN s.next_period IS NULL THEN at END,
    why = CASE WHEN s.next_period IS NULL THEN 'done' END
  FROM (
    SELECT w.chase, w.total, w.outcome, c.periods[w.place + 1] AS next_period,
           c.stop_on_win OR c.stop_profit IS NOT NULL OR c.stop_loss IS NOT NULL AS stops
    FROM unnest(slip_chase, slip_place, slip_total, outcomes) WITH ORDINALITY AS w (chase, place, total, outcome, slip)
    JOIN chase c ON c.id = w.chase WHERE fresh[w.slip]
  ) AS s WHERE g.chase_id = s.chase;
  PERFORM tell_chases(array_agg(s.player), array_agg(s.chase))
  FROM unnest(slip_player, slip_chase) WITH ORDINALITY AS s (player, chase, slip) WHERE fresh[s.slip];
  -- A place that was refused leaves its stake in the cash, and nothing else has told so.
  PERFORM tell_balances(array_agg(s.player), array_agg(s.balance))
  FROM unnest(slip_player, outcomes, balances) WITH ORDINALITY AS s (player, outcome, balance, slip)
  WHERE fresh[s.slip] AND s.outcome <> 'accepted' HAVING count(*) > 0;
END $$;

-- Passes over places of plans: nothing is bet there, and their stakes go back. `upto[i]` is the last place of `chases[i]` that is
-- passed over, `whys[i]` why. The others are as they were; a chase without a place left has ended. Returns how many chases it was.
CREATE FUNCTION chase_skip(chases bigint[], upto int[], whys text[]) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
  players bigint[];
  due bigint[];
BEGIN
  players := ARRAY(SELECT DISTINCT player_id FROM chase_progress WHERE chase_id = ANY (chases) ORDER BY 1);
  PERFORM FROM ledger_lock_cash(players);
  at := house_clock();
  due := ARRAY(
    SELECT g.chase_id FROM unnest(chases, upto) AS w (chase, last) JOIN chase_progress g ON g.chase_id = w.chase
    WHERE g.next_period IS NOT NULL AND g.next_place <= w.last ORDER BY 1 FOR NO KEY UPDATE OF g);
  IF cardinality(due) = 0 THEN RETURN 0; END IF;
  WITH passed AS (
    INSERT INTO chase_step (chase_id, place, player_id, at, period_no, stake, why)
    SELECT g.chase_id, n.place, g.player_id, at, n.period, c.stake * n.multiple, w.why
    FROM unnest(chases, upto, whys) AS w (chase, last, why) JOIN chase_progress g ON g.chase_id = w.chase
    JOIN chase c ON c.id = g.chase_id
    CROSS JOIN LATERAL unnest(c.periods, c.multiples) WITH ORDINALITY AS n (period, multiple, place)
    WHERE g.chase_id = ANY (due) AND n.place BETWEEN g.next_place AND w.last
    RETURNING chase_id, place, stake
  ), moved AS (
    UPDATE chase_progress g SET
      next_place = p.place + 1, next_period = c.periods[p.place + 1], released = g.released + p.stake,
      -- A result that is late is still waited for: it may end the chase.
      awaits = CASE WHEN p.place < cardinality(c.periods) THEN g.awaits END,
      awaits_place = CASE WHEN p.place < cardinality(c.periods) THEN g.awaits_place END,
      ended = CASE WHEN p.place = cardinality(c.periods) THEN at END,
      why = CASE WHEN p.place = cardinality(c.periods) THEN 'done' END
    FROM (SELECT chase_id, max(place) AS place, sum(stake)::bigint AS stake FROM passed GROUP BY chase_id) AS p
    JOIN chase c ON c.id = p.chase_id
    WHERE g.chase_id = p.chase_id
    RETURNING g.chase_id, g.player_id, p.place, p.stake
  )
  SELECT array_agg(m.chase_id), CASE WHEN ledger_post(at, array_agg('chase-release'::text),
           array_agg(chase_account(m.player_id)), array_agg(cash_account(m.player_id)), array_agg(m.stake),
           array_agg(m.chase_id || '/' || m.place), array_agg(m.player_id)) THEN array_agg(m.player_id) END
    INTO due, players FROM moved m;
  IF players IS NULL THEN RAISE EXCEPTION 'a chase has less on its account than its next bets cost'; END IF;
  PERFORM tell_chases(players, due);
  PERFORM tell_balances(array_agg(l.player), array_agg(l.balance)) FROM ledger_lock_cash(players) AS l;
  RETURN cardinality(due);
END $$;

-- Ends chases: what is not placed goes back at once. `whys[i]` says why `chases[i]` ends, `returns[i]` what came back of the bet
-- whose result decided it. Returns how many were still going on.
CREATE FUNCTION chase_end(chases bigint[], whys text[], returns bigint[]) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
  players bigint[];
  ending bigint[];
  rests bigint[];
BEGIN
  players := ARRAY(SELECT DISTINCT player_id FROM chase_progress WHERE chase_id = ANY (chases) ORDER BY 1);
  PERFORM FROM ledger_lock_cash(players);
  at := house_clock();
  WITH over AS (
    UPDATE chase_progress g SET ended = at, why = w.why, next_period = NULL, awaits = NULL, awaits_place = NULL,
      asks_version = NULL,      paid = g.paid + coalesce(w.back, 0), released = c.held
    FROM unnest(chases, whys, returns) AS w (chase, why, back)
    JOIN chase c ON c.id = w.chase JOIN chase_progress b ON b.chase_id = w.chase
    WHERE g.chase_id = w.chase AND g.next_period IS NOT NULL
    RETURNING g.chase_id, g.player_id, c.held - b.released AS rest
  )
  SELECT array_agg(o.chase_id), array_agg(o.player_id), array_agg(o.rest) INTO ending, players, rests FROM over o;
  IF ending IS NULL THEN RETURN 0; END IF;
  IF NOT (
    SELECT ledger_post(at, array_agg('chase-release'::text), array_agg(chase_account(r.player)), array_agg(cash_account(r.player)),
                       array_agg(r.rest), array_agg(r.chase::text), array_agg(r.player))
    FROM unnest(ending, players, rests) AS r (chase, player, rest)
  ) THEN RAISE EXCEPTION 'a chase has less on its account than is not placed'; END IF;
  PERFORM tell_chases(players, ending);
  PERFORM tell_balances(array_agg(l.player), array_agg(l.balance)) FROM ledger_lock_cash(players) AS l;
  RETURN cardinality(ending);
END $$;

-- Ends all chases of a player, as a break from play and a closed account do. The caller's transaction goes on.
CREATE FUNCTION end_chases_of(the_player bigint, the_why text) RETURNS int LANGUAGE sql AS $$
  SELECT CASE WHEN cardinality(r.chases) = 0 THEN 0
         ELSE chase_end(r.chases, array_fill(the_why, ARRAY[cardinality(r.chases)]), NULL) END
  FROM (
    SELECT ARRAY(SELECT chase_id FROM chase_progress WHERE player_id = the_player AND next_period IS NOT NULL) AS chases
  ) AS r
$$;

-- Chases whose last bet is decided: what came back of it, and why the chase ends by the player's word; null if it goes on.
CREATE FUNCTION chase_results(the_game text, at_most int)
RETURNS TABLE (chase_id bigint, awaits text, back bigint, stop text) LANGUAGE sql STABLE AS $$
  SELECT r.chase_id, r.awaits, r.back, CASE
    WHEN r.stop_on_win AND r.won > 0 THEN 'won'
    WHEN r.paid + r.back - r.staked >= r.stop_profit THEN 'profit'
    WHEN r.staked - r.paid - r.back >= r.stop_loss THEN 'loss' END
  FROM (
    SELECT g.chase_id, g.awaits, g.paid, g.staked, c.stop_on_win, c.stop_profit, c.stop_loss, b.won, b.back
    FROM (
      SELECT * FROM chase_progress
      WHERE game = the_game AND next_period IS NOT NULL AND chase_progress.awaits IS NOT NULL
    ) AS g
    JOIN period p ON p.game = g.game AND p.period_no = g.awaits
      AND (p.state = 'settled' OR p.state = 'voided' AND p.settled_at IS NOT NULL)
    JOIN chase c ON c.id = g.chase_id
    JOIN chase_step s ON s.chase_id = g.chase_id AND s.place = g.awaits_place
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(w.payout), 0)::bigint AS won,
             coalesce(sum(coalesce(w.payout, 0) + coalesce(w.refund, 0) + coalesce(x.refund, 0)), 0)::bigint AS back
      FROM unnest(s.orders) AS o (id)
      LEFT JOIN LATERAL (SELECT * FROM bet_win WHERE player_id = g.player_id AND order_id = o.id LIMIT 1) AS w ON true
      LEFT JOIN LATERAL (SELECT * FROM bet_cancellation WHERE player_id = g.player_id AND order_id = o.id LIMIT 1) AS x ON true
    ) AS b
    LIMIT at_most
  ) AS r
$$;
