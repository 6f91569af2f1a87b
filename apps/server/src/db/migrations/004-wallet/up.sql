-- Orders of money. The id begins with the day (UTC) it was made on, as that of a bet's order does.
CREATE SEQUENCE money_order_number AS bigint MAXVALUE 99999999999;
CREATE TABLE money_order (
  id bigint PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  type text NOT NULL CHECK (type IN ('recharge', 'withdrawal')),
  channel text NOT NULL,
  status text NOT NULL DEFAULT 'pendingReview' CHECK (status IN ('pendingReview', 'passed', 'cancelled')),
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  created timestamptz NOT NULL,
  finished timestamptz,
  expires timestamptz,
  reason text,
  balance_after bigint,
  CHECK ((status = 'pendingReview') = (finished IS NULL))
);
CREATE INDEX money_order_player ON money_order (player_id, type, id);
CREATE INDEX money_order_pending ON money_order (id) WHERE status = 'pendingReview';
