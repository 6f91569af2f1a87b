-- What became of a request, by its key. Both functions wait for a request that is being decided, since they take the
-- lock under which it stores its key; and that lock writes to the log, so that with a synchronous standby nothing is
-- answered that a failover could take back. Nothing for a key that is free.
CREATE FUNCTION ledger_outcome(the_player bigint, wanted text) RETURNS SETOF idempotency_key LANGUAGE plpgsql ROWS 1 AS $$
BEGIN
  PERFORM ledger_lock_cash(ARRAY[the_player]);
  RETURN QUERY SELECT * FROM ledger_find_key(the_player, wanted);
END $$;

-- The same, and a free key is given up: whatever comes under it from now on is refused, on older servers too, to which it
-- is a key of another request.
CREATE FUNCTION ledger_give_up(the_player bigint, wanted text) RETURNS SETOF idempotency_key LANGUAGE plpgsql ROWS 1 AS $$
BEGIN
  PERFORM ledger_lock_cash(ARRAY[the_player]);
  IF NOT EXISTS (SELECT FROM ledger_find_key(the_player, wanted)) THEN
    PERFORM ledger_keep_keys(house_clock(), 'given-up', ARRAY[the_player], ARRAY[wanted], ARRAY[''::bytea], ARRAY['']);
  END IF;
  RETURN QUERY SELECT * FROM ledger_find_key(the_player, wanted);
END $$;
