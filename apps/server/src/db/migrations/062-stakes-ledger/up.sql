-- Runs with servers that know migration 052.
-- The stakes of a batch are booked without locking and summing up anew what it has locked and looked at.

-- Books stakes of players whose cash is locked and holds enough: as ledger_post does, for less. `oldest_mark` is
-- the oldest marked_at of them. Line i takes `amount[i]` from the cash of the player at `slip[i]`; lines stand in the order of
-- their slips, and `after` is what the cash of each player holds after all of them.
CREATE FUNCTION ledger_post_stakes(
  at timestamptz, oldest_mark timestamptz, players bigint[], after bigint[],
  slip int[], escrow bigint[], amount bigint[], reference text[]
) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  slot timestamptz := ledger_slot(at);
  slips bigint;
  agree boolean;
BEGIN
  IF oldest_mark < slot THEN
    PERFORM ledger_mark_totals(array_agg(players[l.slip]), slot) FROM unnest(slip) AS l (slip);
  END IF;
  WITH kept AS (
    UPDATE ledger_account a SET balance = a.balance - n.spent, staked = a.staked + n.spent,
           marked_at = CASE WHEN a.marked_at < slot THEN slot ELSE a.marked_at END
    FROM (SELECT l.slip, sum(l.amount)::bigint AS spent FROM unnest(slip, amount) AS l (slip, amount) GROUP BY l.slip) AS n
    WHERE a.id = cash_account(players[n.slip])
    RETURNING a.balance = after[n.slip] AS agrees
  )
  SELECT count(*), bool_and(agrees) INTO slips, agree FROM kept;
  IF NOT agree OR slips <> (SELECT count(DISTINCT l.slip) FROM unnest(slip) AS l (slip)) THEN
    RAISE EXCEPTION 'the lines of a slip cost other than its total';
  END IF;
  IF slips = cardinality(slip) THEN
    INSERT INTO transfer (created, debit_account, credit_account, amount, code, reference, player_id, cash_after)
    SELECT at, cash_account(players[l.slip]), l.escrow, l.amount, 'stake', l.reference, players[l.slip], after[l.slip]
    FROM unnest(slip, escrow, amount, reference) AS l (slip, escrow, amount, reference);
    RETURN;
  END IF;
  INSERT INTO transfer (created, debit_account, credit_account, amount, code, reference, player_id, cash_after)
  SELECT at, cash_account(players[l.slip]), l.escrow, l.amount, 'stake', l.reference, players[l.slip],
         -- What the later lines of the slip take is still there.
         after[l.slip] - l.amount + sum(l.amount) OVER (PARTITION BY l.slip ORDER BY l.line DESC ROWS UNBOUNDED PRECEDING)
  FROM unnest(slip, escrow, amount, reference) WITH ORDINALITY AS l (slip, escrow, amount, reference, line)
  ORDER BY l.line;
END $$;
