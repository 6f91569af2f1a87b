-- Who approved a recharge by hand, and what amount: two must agree on one amount where it is large and no signed notice
-- tells of it. Approvals of an order that was cancelled are taken back with it.
CREATE TABLE recharge_approval (
  order_id bigint NOT NULL REFERENCES money_order (id),
  operator_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  created timestamptz NOT NULL,
  PRIMARY KEY (order_id, operator_id, amount)
);

-- Notices of payments by a number of their own, for the desk; a person may find the order that one was for.
CREATE SEQUENCE payment_notice_number AS bigint START 100001;
ALTER TABLE payment_notice
  ADD COLUMN number bigint NOT NULL DEFAULT nextval('payment_notice_number'),
  ADD COLUMN matched timestamptz,
  ADD COLUMN matched_by bigint,
  ADD COLUMN closed_by bigint;
ALTER TABLE payment_notice ADD CHECK ((matched IS NULL) = (matched_by IS NULL));
CREATE UNIQUE INDEX payment_notice_numbered ON payment_notice (number);
CREATE INDEX payment_notice_order ON payment_notice (order_id) WHERE order_id IS NOT NULL;

-- A notice may be shown for a while only.
ALTER TABLE announcement ADD COLUMN shown_until timestamptz;

-- Who at the desk looks after a conversation; nobody in particular until somebody takes it.
ALTER TABLE conversation ADD COLUMN assigned_to bigint REFERENCES operator (id);

-- A banner may be put away and brought back.
ALTER TABLE banner ADD COLUMN hidden boolean NOT NULL DEFAULT false;

-- An order may also wait for the desk since a person found its money.
ALTER TABLE recharge_payment DROP CONSTRAINT recharge_payment_trouble_check;
ALTER TABLE recharge_payment ADD CHECK (trouble IN ('amount-mismatch', 'paid-after-cancelled', 'matched-by-hand'));
