-- Runs with servers that know migration 071.
-- What was asked for, where another amount was credited: the order has the amount that came.
ALTER TABLE recharge_payment ADD COLUMN asked bigint CHECK (asked > 0);
-- What a match changes, for undoing it: the state of an order before its first match, and the order that a payment paid again.
ALTER TABLE recharge_payment ADD COLUMN before_match jsonb;
ALTER TABLE payment_notice ADD COLUMN extra_of bigint REFERENCES money_order (id);

-- What signed notices say came for a recharge that was not passed yet, in the account's money and without its fee: all that came, and
-- what was found without an operator; null without a notice. Money of another currency is worth nothing here. And who matched some.
CREATE FUNCTION recharge_came(the_order bigint, OUT came bigint, OUT told bigint, OUT matchers bigint[]) LANGUAGE sql STABLE STRICT AS $$
  SELECT least(floor(coalesce(sum(n.amount) FILTER (WHERE n.currency = p.currency), 0) * m.amount / p.due), 9e15)::bigint,
         least(floor(coalesce(sum(n.amount) FILTER (WHERE n.currency = p.currency AND n.matched IS NULL), 0) * m.amount / p.due), 9e15)::bigint,
         coalesce(array_agg(DISTINCT n.matched_by) FILTER (WHERE n.matched IS NOT NULL), '{}')
  FROM payment_notice n JOIN recharge_payment p ON p.order_id = n.order_id JOIN money_order m ON m.id = n.order_id
  WHERE n.order_id = the_order AND n.outcome = 'review' GROUP BY m.amount, p.due
$$;
