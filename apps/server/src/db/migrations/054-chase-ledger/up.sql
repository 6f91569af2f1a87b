-- Runs with servers that know migration 052.
-- What a player has set aside for a chase is on an account of its own, beside cash and hold.

CREATE FUNCTION chase_account(player_id bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT player_id * 10 + 3 $$;

ALTER TABLE ledger_account
  DROP CONSTRAINT ledger_account_kind_check,
  DROP CONSTRAINT ledger_account_check,
  DROP CONSTRAINT ledger_account_check3;
ALTER TABLE ledger_account
  ADD CONSTRAINT ledger_account_kind_check CHECK (kind IN
    ('cash', 'hold', 'chase', 'escrow', 'house', 'clearing', 'gifts', 'rebates', 'commission', 'adjustments')),
  ADD CONSTRAINT ledger_account_check CHECK ((player_id IS NOT NULL) = (kind IN ('cash', 'hold', 'chase'))),
  ADD CONSTRAINT ledger_account_check3 CHECK (id = CASE kind WHEN 'cash' THEN player_id * 10 + 1
    WHEN 'hold' THEN player_id * 10 + 2 WHEN 'chase' THEN player_id * 10 + 3 ELSE id END);

-- Not validated: each row fulfils the stricter rule that was there, and reading years of transfers would stop all bets.
ALTER TABLE transfer
  DROP CONSTRAINT transfer_debit_account_check,
  DROP CONSTRAINT transfer_credit_account_check;
ALTER TABLE transfer
  ADD CONSTRAINT transfer_debit_account_check CHECK (CASE WHEN debit_account >= 1000 THEN debit_account % 10 IN (1, 2, 3)
    ELSE debit_account IN (100, 200, 300, 310, 320, 330) OR debit_account BETWEEN 401 AND 499 END) NOT VALID,
  ADD CONSTRAINT transfer_credit_account_check CHECK (CASE WHEN credit_account >= 1000 THEN credit_account % 10 IN (1, 2, 3)
    ELSE credit_account IN (100, 200, 300, 310, 320, 330) OR credit_account BETWEEN 401 AND 499 END) NOT VALID;

-- The account is opened with a player's first chase: most never have one.
CREATE FUNCTION ledger_open_chase_account(player bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_account (id, kind, player_id, balance) VALUES (chase_account(player), 'chase', player, 0)
  ON CONFLICT (id) DO NOTHING
$$;
