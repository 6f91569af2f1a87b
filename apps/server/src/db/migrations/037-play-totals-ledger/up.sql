-- What a player has staked, won and recharged in all, kept on the cash account, which changes with each of them anyway.
-- What a rolling window holds is the difference to the totals at its start, found in a mark: so the check of a limit
-- costs the same whatever was played.
ALTER TABLE ledger_account
  -- Stakes less what of them was refunded; payouts; recharges. Never negative, but refunds may follow their stakes late.
  ADD COLUMN staked bigint NOT NULL DEFAULT 0,
  ADD COLUMN won bigint NOT NULL DEFAULT 0,
  ADD COLUMN recharged bigint NOT NULL DEFAULT 0,
  -- Start of the latest slot of time with a mark; null for accounts that hold no cash of a player.
  ADD COLUMN marked_at timestamptz;
UPDATE ledger_account SET marked_at = '-infinity' WHERE kind = 'cash';
ALTER TABLE ledger_account ADD CHECK ((marked_at IS NOT NULL) = (kind = 'cash'));

-- The totals of a player before the first movement at or after `at`, which is the start of a slot of five minutes.
CREATE TABLE ledger_mark (
  player_id bigint NOT NULL,
  at timestamptz NOT NULL,
  staked bigint NOT NULL,
  won bigint NOT NULL,
  recharged bigint NOT NULL,
  PRIMARY KEY (player_id, at)
);

-- Slots of time: short enough that a player waits no longer than this for an amount to be free again, long enough that
-- a mark is written far less often than a bet.
CREATE FUNCTION ledger_slot(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_bin('5 minutes', at, '2020-01-01 00:00:00+00')
$$;

-- What was played before these totals existed.
WITH moved AS (
  SELECT player_id, ledger_slot(created) AS at,
         sum(CASE code WHEN 'stake' THEN amount WHEN 'stake-refund' THEN -amount ELSE 0 END)::bigint AS staked,
         sum(CASE code WHEN 'payout' THEN amount ELSE 0 END)::bigint AS won,
         sum(CASE code WHEN 'recharge' THEN amount ELSE 0 END)::bigint AS recharged
  FROM transfer WHERE player_id IS NOT NULL GROUP BY 1, 2
), marked AS (
  INSERT INTO ledger_mark (player_id, at, staked, won, recharged)
  SELECT player_id, at, sum(staked) OVER before - staked, sum(won) OVER before - won, sum(recharged) OVER before - recharged
  FROM moved WINDOW before AS (PARTITION BY player_id ORDER BY at)
)
UPDATE ledger_account a SET staked = t.staked, won = t.won, recharged = t.recharged, marked_at = t.at
FROM (SELECT player_id, sum(staked) AS staked, sum(won) AS won, sum(recharged) AS recharged, max(at) AS at
      FROM moved GROUP BY player_id) AS t
WHERE a.id = cash_account(t.player_id);

CREATE OR REPLACE FUNCTION ledger_open_accounts(player bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_account (id, kind, player_id, balance, marked_at)
  VALUES (cash_account(player), 'cash', player, 0, '-infinity'), (hold_account(player), 'hold', player, 0, NULL)
$$;

-- As before, and the totals with it.
DROP FUNCTION ledger_lock_cash(bigint[]);
CREATE FUNCTION ledger_lock_cash(players bigint[])
RETURNS TABLE (player bigint, balance bigint, staked bigint, won bigint, marked_at timestamptz)
LANGUAGE sql VOLATILE ROWS 10 AS $$
  SELECT w.player, a.balance, a.staked, a.won, a.marked_at
  FROM (SELECT DISTINCT p AS player FROM unnest(players) AS p ORDER BY p) AS w
  CROSS JOIN LATERAL (
    SELECT balance, staked, won, marked_at FROM ledger_account WHERE id = cash_account(w.player) FOR NO KEY UPDATE
  ) AS a
$$;

-- Marks the totals of these players, whose accounts are locked and who have no mark in the slot yet.
CREATE FUNCTION ledger_mark_totals(players bigint[], slot timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_mark (player_id, at, staked, won, recharged)
  SELECT a.player_id, slot, a.staked, a.won, a.recharged
  FROM (SELECT DISTINCT p AS player FROM unnest(players) AS p) AS w
  CROSS JOIN LATERAL (
    SELECT * FROM ledger_account WHERE id = cash_account(w.player) AND marked_at < slot LIMIT 1
  ) AS a
$$;

-- What a player staked, won and recharged since the slot of an instant, the totals it is the difference of, and the slot
-- in which the first of it was booked; null if nothing was.
CREATE FUNCTION ledger_play_since(
  the_player bigint, since timestamptz,
  OUT staked bigint, OUT won bigint, OUT recharged bigint,
  OUT staked_before bigint, OUT won_before bigint, OUT recharged_before bigint, OUT first_at timestamptz
) LANGUAGE sql STABLE AS $$
  SELECT a.staked - b.staked, a.won - b.won, a.recharged - b.recharged, b.staked, b.won, b.recharged, b.at
  FROM ledger_account a CROSS JOIN LATERAL (
    SELECT coalesce(m.staked, a.staked) AS staked, coalesce(m.won, a.won) AS won,
           coalesce(m.recharged, a.recharged) AS recharged, m.at
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT * FROM ledger_mark k WHERE k.player_id = the_player AND k.at >= ledger_slot(since) ORDER BY k.at LIMIT 1
    ) AS m ON true
  ) AS b
  WHERE a.id = cash_account(the_player)
$$;

-- As before, and the totals with it.
CREATE OR REPLACE FUNCTION ledger_post(
  at timestamptz, code text[], debit bigint[], credit bigint[], amount bigint[], reference text[], player bigint[]
) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  short boolean;
  unmarked boolean;
  slot timestamptz := ledger_slot(at);
BEGIN
  -- Locked one by one in the order of their ids, which is what the lateral join is for.
  SELECT bool_or(a.balance < n.spent), bool_or(a.marked_at < slot) INTO short, unmarked FROM (
    SELECT e.account, sum(e.spent) AS spent FROM (
      SELECT d.account, d.spent FROM unnest(debit, amount) AS d (account, spent)
      UNION ALL
      SELECT c.account, 0 FROM unnest(credit) AS c (account)
      UNION ALL
      SELECT cash_account(p.id), 0 FROM unnest(player) AS p (id)
    ) AS e WHERE e.account >= 1000 GROUP BY e.account ORDER BY e.account
  ) AS n CROSS JOIN LATERAL (
    SELECT balance, marked_at FROM ledger_account WHERE id = n.account FOR NO KEY UPDATE
  ) AS a;
  IF short THEN RETURN false; END IF;
  IF unmarked THEN PERFORM ledger_mark_totals(player, slot); END IF;

  WITH movement AS MATERIALIZED (
    SELECT m.*, CASE cash_account(m.player) WHEN m.debit THEN -m.amount WHEN m.credit THEN m.amount ELSE 0 END AS change
    FROM unnest(code, debit, credit, amount, reference, player)
      WITH ORDINALITY AS m (code, debit, credit, amount, reference, player, step)
  ), kept AS (
    UPDATE ledger_account a SET balance = a.balance + n.change, staked = a.staked + n.staked, won = a.won + n.won,
           recharged = a.recharged + n.recharged,
           marked_at = CASE WHEN a.marked_at < slot THEN slot ELSE a.marked_at END
    FROM (
      SELECT e.account, sum(e.change)::bigint AS change,
             sum(CASE e.code WHEN 'stake' THEN -e.change WHEN 'stake-refund' THEN -e.change ELSE 0 END)::bigint AS staked,
             sum(CASE e.code WHEN 'payout' THEN e.change ELSE 0 END)::bigint AS won,
             sum(CASE e.code WHEN 'recharge' THEN e.change ELSE 0 END)::bigint AS recharged
      FROM (
        SELECT debit AS account, -amount AS change, code FROM movement WHERE debit >= 1000
        UNION ALL
        SELECT credit, amount, code FROM movement WHERE credit >= 1000
        UNION ALL
        -- A transfer that leaves the player's cash alone still notes what the cash holds.
        SELECT cash_account(player), 0, NULL FROM movement WHERE change = 0 AND player IS NOT NULL
      ) AS e GROUP BY e.account
    ) AS n
    WHERE a.id = n.account
    RETURNING a.id, a.balance
  ), stepped AS (
    SELECT *, change - sum(change) OVER (PARTITION BY player ORDER BY step DESC ROWS UNBOUNDED PRECEDING) AS before_rest
    FROM movement
  )
  INSERT INTO transfer (created, debit_account, credit_account, amount, code, reference, player_id, cash_after)
  SELECT at, s.debit, s.credit, s.amount, s.code, s.reference, s.player, k.balance + s.before_rest
  FROM stepped s LEFT JOIN kept k ON k.id = cash_account(s.player)
  ORDER BY s.step;
  RETURN true;
END $$;

-- As before, and the totals with it.
CREATE OR REPLACE FUNCTION ledger_pay_orders(
  at timestamptz, escrow bigint, players bigint[], orders bigint[], payouts bigint[], refunds bigint[]
) RETURNS TABLE (player bigint, balance bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  slot timestamptz := ledger_slot(at);
BEGIN
  IF (SELECT bool_or(l.marked_at < slot) FROM ledger_lock_cash(players) AS l) THEN
    PERFORM ledger_mark_totals(players, slot);
  END IF;
  RETURN QUERY
  WITH movement AS MATERIALIZED (
    SELECT o.step, o.player, o.id, false AS refund, o.payout AS amount
      FROM unnest(players, orders, payouts) WITH ORDINALITY AS o (player, id, payout, step) WHERE o.payout > 0
    UNION ALL
    SELECT o.step, o.player, o.id, true, o.refund
      FROM unnest(players, orders, refunds) WITH ORDINALITY AS o (player, id, refund, step) WHERE o.refund > 0
  ), gained AS MATERIALIZED (
    SELECT m.player, sum(m.amount)::bigint AS amount, sum(CASE WHEN m.refund THEN m.amount ELSE 0 END)::bigint AS refunded
    FROM movement m GROUP BY m.player
  ), kept AS (
    UPDATE ledger_account a SET balance = a.balance + g.amount, staked = a.staked - g.refunded,
           won = a.won + g.amount - g.refunded,
           marked_at = CASE WHEN a.marked_at < slot THEN slot ELSE a.marked_at END
    FROM gained g WHERE a.id = cash_account(g.player)
    RETURNING g.player, a.balance, a.balance - g.amount AS before
  ), written AS (
    INSERT INTO transfer (created, debit_account, credit_account, amount, code, reference, player_id, cash_after)
    SELECT at, CASE WHEN m.refund THEN escrow ELSE ledger_house_account() END, cash_account(m.player), m.amount,
           CASE WHEN m.refund THEN 'stake-refund' ELSE 'payout' END, m.id::text, m.player,
           k.before + sum(m.amount) OVER (PARTITION BY m.player ORDER BY m.step, m.refund ROWS UNBOUNDED PRECEDING)
    FROM movement m LEFT JOIN kept k USING (player)
    ORDER BY m.step, m.refund
  )
  SELECT k.player, k.balance FROM kept k;
END $$;

-- Marks that no window needs any more: after 32 days the first of each day (UTC) is enough, after 400 days none is.
-- For players above `after`, at most `players` of them; answers the last one, null when there are no more.
CREATE FUNCTION ledger_forget_marks(after bigint, players int) RETURNS bigint LANGUAGE sql AS $$
  WITH reached AS (
    SELECT a.player_id FROM ledger_account a WHERE a.id > cash_account(after) AND a.kind = 'cash' ORDER BY a.id LIMIT players
  ), old AS (
    DELETE FROM ledger_mark m USING reached r
    WHERE m.player_id = r.player_id AND (
      m.at < house_clock() - interval '400 days'
      OR m.at < house_clock() - interval '32 days' AND EXISTS (
        SELECT FROM ledger_mark d
        WHERE d.player_id = m.player_id AND d.at < m.at AND d.at >= date_trunc('day', m.at, 'UTC')))
  )
  SELECT max(player_id) FROM reached
$$;
