-- Runs with servers that know migration 071.
-- Money that came for an order which the desk cancelled waits among the unmatched payments again, where somebody looks at it.
UPDATE payment_notice n
SET order_id = n.extra_of, extra_of = NULL, matched = NULL, matched_by = NULL,
    outcome = CASE WHEN n.extra_of IS NULL THEN 'unmatched' ELSE 'extra' END
FROM money_order m WHERE m.id = n.order_id AND m.status = 'cancelled' AND n.outcome = 'review';
