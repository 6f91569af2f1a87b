-- What a recharge asks to be paid, and what was heard of the payment. The order itself is a row of money_order.
CREATE TABLE recharge_payment (
  order_id bigint PRIMARY KEY REFERENCES money_order (id),
  channel text NOT NULL,
  -- What is to be sent, in the currency of the channel: whole đồng for a bank, coins for a wallet.
  due numeric(30, 8) NOT NULL CHECK (due > 0),
  currency text NOT NULL,
  -- What the player was shown, shown again while the order waits, even if the channel has other settings by then.
  sheet jsonb NOT NULL,
  created timestamptz NOT NULL,
  -- When the player said that they had paid.
  confirmed timestamptz,
  -- Money came that does not fit: the desk decides, and the order never expires.
  trouble text CHECK (trouble IN ('amount-mismatch', 'paid-after-cancelled')),
  -- Who ended the order: the player, the clock, a notice, or the desk.
  ended_by text CHECK (ended_by IN ('player', 'expiry', 'notice', 'desk'))
);
-- A transfer without a reference is found by its exact amount.
CREATE INDEX recharge_payment_due ON recharge_payment (channel, due, created);

-- Signed notices of payments, each kept once: the same notice again is answered as it was.
CREATE TABLE payment_notice (
  channel text NOT NULL,
  id text NOT NULL,
  body_hash bytea NOT NULL,
  amount numeric(30, 8) NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  reference text,
  received timestamptz NOT NULL,
  -- The order it was for, null when none was found.
  order_id bigint REFERENCES money_order (id),
  -- passed: the order was credited; review: the order waits for the desk; extra: its order had been credited before;
  -- unmatched: money came that no order asked for. The last two are the desk's to look at until they are closed.
  outcome text NOT NULL CHECK (outcome IN ('passed', 'review', 'extra', 'unmatched')),
  closed timestamptz,
  closed_reason text,
  PRIMARY KEY (channel, id),
  CHECK (order_id IS NOT NULL OR outcome = 'unmatched'),
  CHECK ((closed IS NULL) = (closed_reason IS NULL))
);
-- A recharge is passed by one notice at most.
CREATE UNIQUE INDEX payment_notice_passed ON payment_notice (order_id) WHERE outcome = 'passed';
CREATE INDEX payment_notice_open ON payment_notice (received) WHERE outcome IN ('extra', 'unmatched') AND closed IS NULL;
