-- Where a withdrawal goes; the order itself is a row of money_order.
CREATE TABLE withdrawal (
  order_id bigint PRIMARY KEY REFERENCES money_order (id),
  address_id bigint NOT NULL REFERENCES withdraw_address (id)
);
CREATE TRIGGER withdrawal_append_only BEFORE UPDATE OR DELETE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Who approved a withdrawal. The primary key keeps one operator from being two.
CREATE TABLE withdrawal_approval (
  order_id bigint NOT NULL REFERENCES money_order (id),
  operator_id bigint NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (order_id, operator_id)
);
CREATE TRIGGER withdrawal_approval_append_only BEFORE UPDATE OR DELETE ON withdrawal_approval
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE INDEX money_order_withdrawals_pending ON money_order (player_id)
  WHERE type = 'withdrawal' AND status = 'pendingReview';
