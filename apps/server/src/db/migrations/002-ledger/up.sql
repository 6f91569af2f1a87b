-- Double entry: one row per transfer moves `amount` from the debit account to the credit account, so the books
-- balance by construction. Money is BIGINT minor units. Rows are only ever inserted, and only by ledger_post.

-- The house's accounts have fixed small ids, a player's are made from the player's id, so no look-up is needed:
-- cash = player_id * 10 + 1, withdrawal hold = player_id * 10 + 2.
CREATE TABLE ledger_account (
  id bigint PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN
    ('cash', 'hold', 'escrow', 'house', 'clearing', 'gifts', 'rebates', 'commission', 'adjustments')),
  player_id bigint,
  game text UNIQUE,
  -- Kept only for players' accounts, where it is checked; the house's balances are sums of transfers, so that
  -- no row of the house is updated per bet.
  balance bigint CHECK (balance >= 0),
  CHECK ((player_id IS NOT NULL) = (kind IN ('cash', 'hold'))),
  CHECK ((balance IS NOT NULL) = (player_id IS NOT NULL)),
  CHECK ((game IS NOT NULL) = (kind = 'escrow')),
  CHECK (id = CASE kind WHEN 'cash' THEN player_id * 10 + 1 WHEN 'hold' THEN player_id * 10 + 2 ELSE id END),
  CHECK ((id >= 1000) = (player_id IS NOT NULL))
-- Balances change with every bet: room on the page keeps their new versions beside the old, off the index.
) WITH (fillfactor = 50);

INSERT INTO ledger_account (id, kind, game) VALUES
  (100, 'house', NULL), (200, 'clearing', NULL), (300, 'gifts', NULL), (310, 'rebates', NULL),
  (320, 'commission', NULL), (330, 'adjustments', NULL),
  (401, 'escrow', 'FFC'), (402, 'escrow', 'SFC'), (403, 'escrow', 'WFC'), (404, 'escrow', 'K3'),
  (405, 'escrow', 'PK10'), (406, 'escrow', 'XYFT'), (407, 'escrow', 'LHC');

CREATE FUNCTION cash_account(player_id bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT player_id * 10 + 1 $$;
CREATE FUNCTION hold_account(player_id bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT player_id * 10 + 2 $$;
-- The player an account belongs to; null for an account of the house.
CREATE FUNCTION account_player(account bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE WHEN account >= 1000 THEN account / 10 END $$;
CREATE FUNCTION ledger_house_account() RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 100::bigint $$;
CREATE FUNCTION ledger_clearing_account() RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 200::bigint $$;
CREATE FUNCTION ledger_escrow_account(the_game text) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT id FROM ledger_account WHERE game = the_game $$;

-- One id at a time: it is taken while the player's account is locked, so a player's transfers stand in the
-- order of their ids.
CREATE SEQUENCE transfer_id AS bigint;
CREATE TABLE transfer (
  id bigint NOT NULL DEFAULT nextval('transfer_id'),
  created timestamptz NOT NULL,
  debit_account bigint NOT NULL,
  credit_account bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- stake, payout, stake-refund, stake-release, recharge, withdrawal-hold, withdrawal-return, withdrawal,
  -- gift, rebate, commission, adjustment
  code text NOT NULL,
  -- What it was for: the id of an order of bets or of money, or game/period for a period's release.
  reference text NOT NULL,
  -- The player this transfer touches (never two), and the balance of their cash account after it.
  player_id bigint,
  cash_after bigint,
  PRIMARY KEY (id, created),
  -- Accounts that cannot be: checked here rather than by a foreign key, which would lock the house's rows.
  CHECK (CASE WHEN debit_account >= 1000 THEN debit_account % 10 IN (1, 2)
              ELSE debit_account IN (100, 200, 300, 310, 320, 330) OR debit_account BETWEEN 401 AND 499 END),
  CHECK (CASE WHEN credit_account >= 1000 THEN credit_account % 10 IN (1, 2)
              ELSE credit_account IN (100, 200, 300, 310, 320, 330) OR credit_account BETWEEN 401 AND 499 END),
  CHECK (debit_account <> credit_account),
  CHECK (player_id IS NOT DISTINCT FROM coalesce(account_player(debit_account), account_player(credit_account))),
  CHECK (player_id = coalesce(account_player(credit_account), account_player(debit_account))),
  CHECK ((player_id IS NULL) = (cash_after IS NULL))
) PARTITION BY RANGE (created);
CREATE INDEX transfer_player ON transfer (player_id, id) WHERE player_id IS NOT NULL;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON transfer
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Makes the accounts of a new player.
CREATE FUNCTION ledger_open_accounts(player bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_account (id, kind, player_id, balance)
  VALUES (cash_account(player), 'cash', player, 0), (hold_account(player), 'hold', player, 0)
$$;

-- Locks the cash accounts of these players, in the order of their ids, until the transaction ends, and answers
-- what they hold. Whoever holds this lock is the only one who moves the player's money or keeps a key of theirs.
CREATE FUNCTION ledger_lock_cash(players bigint[]) RETURNS TABLE (player bigint, balance bigint)
  LANGUAGE sql VOLATILE ROWS 10 AS $$
  SELECT w.player, a.balance FROM (SELECT DISTINCT p AS player FROM unnest(players) AS p ORDER BY p) AS w
  CROSS JOIN LATERAL (
    SELECT balance FROM ledger_account WHERE id = cash_account(w.player) FOR NO KEY UPDATE
  ) AS a
$$;

-- What a player can spend now; null when there is no such player. Not for decisions about money: those lock.
CREATE FUNCTION player_balance(player bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT balance FROM ledger_account WHERE id = cash_account(player)
$$;

-- The one way money moves. Element i of each array is one transfer, written in this order. All or none: false,
-- and nothing written, when an account of a player is debited more than it holds before the call. Players'
-- accounts are locked in the order of their ids. A transfer of nothing, to itself, of another's money or on an
-- account that does not exist is a bug of the caller and raises.
CREATE FUNCTION ledger_post(
  at timestamptz, code text[], debit bigint[], credit bigint[], amount bigint[], reference text[], player bigint[]
) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  short boolean;
BEGIN
  -- Locked one by one in the order of their ids, which is what the lateral join is for.
  SELECT bool_or(a.balance < n.spent) INTO short FROM (
    SELECT e.account, sum(e.spent) AS spent FROM (
      SELECT d.account, d.spent FROM unnest(debit, amount) AS d (account, spent)
      UNION ALL
      SELECT c.account, 0 FROM unnest(credit) AS c (account)
      UNION ALL
      SELECT cash_account(p.id), 0 FROM unnest(player) AS p (id)
    ) AS e WHERE e.account >= 1000 GROUP BY e.account ORDER BY e.account
  ) AS n CROSS JOIN LATERAL (
    SELECT balance FROM ledger_account WHERE id = n.account FOR NO KEY UPDATE
  ) AS a;
  IF short THEN RETURN false; END IF;

  WITH movement AS MATERIALIZED (
    SELECT m.*, CASE cash_account(m.player) WHEN m.debit THEN -m.amount WHEN m.credit THEN m.amount ELSE 0 END AS change
    FROM unnest(code, debit, credit, amount, reference, player)
      WITH ORDINALITY AS m (code, debit, credit, amount, reference, player, step)
  ), kept AS (
    UPDATE ledger_account a SET balance = a.balance + n.change
    FROM (
      SELECT e.account, sum(e.change)::bigint AS change FROM (
        SELECT debit AS account, -amount AS change FROM movement WHERE debit >= 1000
        UNION ALL
        SELECT credit, amount FROM movement WHERE credit >= 1000
        UNION ALL
        -- A transfer that leaves the player's cash alone still notes what the cash holds.
        SELECT cash_account(player), 0 FROM movement WHERE change = 0 AND player IS NOT NULL
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

-- Keys of money calls, with the accepted reply as JSON text, byte for byte. Hash-partitioned by player: orders
-- and transfers are partitioned by month and so cannot carry this uniqueness themselves.
CREATE TABLE idempotency_key (
  player_id bigint NOT NULL,
  key text NOT NULL,
  call text NOT NULL,
  body_hash bytea NOT NULL,
  reply text NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (player_id, key)
) PARTITION BY HASH (player_id);
DO $$ BEGIN
  FOR i IN 0 .. 7 LOOP
    EXECUTE format('CREATE TABLE idempotency_key_%s PARTITION OF idempotency_key FOR VALUES WITH (MODULUS 8, REMAINDER %s)', i, i);
  END LOOP;
END $$;
CREATE TRIGGER idempotency_key_append_only BEFORE UPDATE OR DELETE ON idempotency_key
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What is kept under a key; nothing for a key that is free. Under ledger_lock_cash the answer stays true.
CREATE FUNCTION ledger_find_key(player bigint, wanted text) RETURNS SETOF idempotency_key LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT * FROM idempotency_key i WHERE i.player_id = player AND i.key = wanted LIMIT 1
$$;

-- Keeps accepted replies under their keys, in the transaction that moved the money. A null key keeps nothing; a key
-- that is taken is a bug of the caller, who holds the lock and looked, and raises.
CREATE FUNCTION ledger_keep_keys(
  at timestamptz, call text, players bigint[], keys text[], hashes bytea[], replies text[]
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO idempotency_key (player_id, key, call, body_hash, reply, created)
  SELECT k.player, k.key, call, k.hash, k.reply, at
  FROM unnest(players, keys, hashes, replies) AS k (player, key, hash, reply) WHERE k.key IS NOT NULL
$$;

-- One row while money is stopped by a breach of the books or by hand; none while all is well.
CREATE TABLE money_stop (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  reason text NOT NULL,
  since timestamptz NOT NULL
);
CREATE FUNCTION money_stopped() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT EXISTS (SELECT FROM money_stop) $$;

-- How far the running check of the books has come: transfers up to this id are in the sums of books_sum, which
-- holds what each of the house's accounts came to by then.
CREATE TABLE books_check (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  transfer_id bigint NOT NULL,
  -- Everything that happened from here on is later than that transfer.
  since timestamptz NOT NULL,
  full_at timestamptz
);
INSERT INTO books_check (transfer_id, since) VALUES (0, '-infinity');
CREATE TABLE books_sum (
  account bigint PRIMARY KEY,
  balance bigint NOT NULL
);

-- The id of an order of bets or of money: the day (UTC) it was made on, then eleven digits that never repeat.
-- Its number on the wire is a letter before it, and the day says which month's partition holds it.
CREATE FUNCTION dated_id(at timestamptz, number bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (extract(year FROM at AT TIME ZONE 'UTC')::bigint * 10000
          + extract(month FROM at AT TIME ZONE 'UTC')::bigint * 100
          + extract(day FROM at AT TIME ZONE 'UTC')::bigint) * 100000000000 + number
$$;

-- The order that a transfer names; null for a reference that is no order's id, so that a check of the books can tell
-- such a transfer instead of failing on it.
CREATE FUNCTION order_of_reference(reference text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(reference) BETWEEN 1 AND 19 AND translate(reference, '0123456789', '') = ''
                AND (length(reference) < 19 OR reference < '9') THEN reference::bigint END
$$;

-- Where a list begins that shows so many days, today among them, for a reader whose clock is `offset_minutes` east
-- of UTC. Stable, so that it leaves out whole months before anything is read.
CREATE FUNCTION list_start(days int, offset_minutes int) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (date_trunc('day', house_clock() AT TIME ZONE 'UTC' + offset_minutes * interval '1 minute')
          - (days - 1) * interval '1 day' - offset_minutes * interval '1 minute') AT TIME ZONE 'UTC';
END $$;

SELECT ensure_month_partitions('transfer', house_clock(), 3);
