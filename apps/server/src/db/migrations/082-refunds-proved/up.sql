-- Runs with servers that know migration 052.
-- What is refunded is proved as payouts are, and of a few players no sums and no numbers of orders are told.

-- Trees of the log that have leaves of nobody, so that their size tells nothing: those of bets of a few players, and all of
-- payouts since refunds are among them. The blinds of these leaves follow from the seed, which nobody is told.
CREATE TABLE padded_tree (
  game text NOT NULL,
  period_no text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bets', 'payouts')),
  seed bytea NOT NULL CHECK (length(seed) = 32),
  PRIMARY KEY (game, period_no, kind)
);
CREATE TRIGGER padded_tree_append_only BEFORE UPDATE OR DELETE ON padded_tree
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The leaf of an order that got its stake back, as payout_leaf of one that won.
CREATE FUNCTION refund_leaf(c bet_cancellation, blind bytea) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256('\x00'::bytea || convert_to(
    '{"blind":"' || encode(blind, 'hex') || '","orderNo":"B' || c.order_id::text || '","payout":"0.00","refund":"'
    || money_text(c.refund) || '","tiers":[]}', 'UTF8'))
$$;

-- Voided periods whose refunds are to be logged.
CREATE INDEX period_voided ON period (settled_at) WHERE state = 'voided';

-- Of a few players the log states no sum of what they are owed.
ALTER TABLE liability_run ADD COLUMN hides_sum boolean NOT NULL DEFAULT false;
