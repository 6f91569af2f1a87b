-- Double entry: one row per transfer moves `amount` from the debit account to the credit account, so the books
-- balance by construction. Money is BIGINT minor units. Rows are only ever inserted.

-- The house's accounts have fixed small ids, a player's are made from the player's id, so no look-up is needed:
-- cash = player_id * 10 + 1, withdrawal hold = player_id * 10 + 2.
CREATE TABLE ledger_account (
  id bigint PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN
    ('cash', 'hold', 'escrow', 'house', 'clearing', 'gifts', 'rebates', 'commission', 'adjustments')),
  player_id bigint,
  game text,
  -- Kept only for players' accounts, where it is checked; the house's balances are sums of transfers, so that
  -- no row of the house is updated per bet.
  balance bigint CHECK (balance >= 0),
  CHECK ((player_id IS NOT NULL) = (kind IN ('cash', 'hold'))),
  CHECK ((balance IS NOT NULL) = (player_id IS NOT NULL)),
  CHECK ((game IS NOT NULL) = (kind = 'escrow'))
);
CREATE INDEX ledger_account_player ON ledger_account (player_id) WHERE player_id IS NOT NULL;

INSERT INTO ledger_account (id, kind, game) VALUES
  (100, 'house', NULL), (200, 'clearing', NULL), (300, 'gifts', NULL), (310, 'rebates', NULL),
  (320, 'commission', NULL), (330, 'adjustments', NULL),
  (401, 'escrow', 'FFC'), (402, 'escrow', 'SFC'), (403, 'escrow', 'WFC'), (404, 'escrow', 'K3'),
  (405, 'escrow', 'PK10'), (406, 'escrow', 'XYFT'), (407, 'escrow', 'LHC');

CREATE FUNCTION cash_account(player_id bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT player_id * 10 + 1 $$;
CREATE FUNCTION hold_account(player_id bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT player_id * 10 + 2 $$;

CREATE SEQUENCE transfer_id AS bigint CACHE 100;
CREATE TABLE transfer (
  id bigint NOT NULL DEFAULT nextval('transfer_id'),
  created timestamptz NOT NULL,
  debit_account bigint NOT NULL,
  credit_account bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- stake, payout, stake-refund, stake-release, recharge, withdrawal-hold, withdrawal-return, withdrawal,
  -- gift, rebate, commission, adjustment
  code text NOT NULL,
  -- What it was for: an order's number, or game/period for a period's release.
  reference text NOT NULL,
  -- The player this transfer touches (never two), and the balance of their cash account after it.
  player_id bigint,
  cash_after bigint,
  PRIMARY KEY (id, created),
  CHECK (debit_account <> credit_account)
) PARTITION BY RANGE (created);
CREATE INDEX transfer_player ON transfer (player_id, id) WHERE player_id IS NOT NULL;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON transfer
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Keys of money calls, with the accepted reply. Hash-partitioned by player: orders and transfers are
-- partitioned by month and so cannot carry this uniqueness themselves.
CREATE TABLE idempotency_key (
  player_id bigint NOT NULL,
  key text NOT NULL,
  call text NOT NULL,
  body_hash bytea NOT NULL,
  reply jsonb NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (player_id, key)
) PARTITION BY HASH (player_id);
DO $$ BEGIN
  FOR i IN 0 .. 7 LOOP
    EXECUTE format('CREATE TABLE idempotency_key_%s PARTITION OF idempotency_key FOR VALUES WITH (MODULUS 8, REMAINDER %s)', i, i);
  END LOOP;
END $$;

-- One row while payouts are stopped by a breach of the books or by hand; none while all is well.
CREATE TABLE money_stop (
  only boolean PRIMARY KEY DEFAULT true CHECK (only),
  reason text NOT NULL,
  since timestamptz NOT NULL
);

SELECT ensure_month_partitions('transfer', house_clock(), 3);
