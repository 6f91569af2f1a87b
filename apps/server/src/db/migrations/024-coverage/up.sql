-- A settled period counts for turnover, rebate and commission once it is judged: who covered too much of its draw is
-- known by then, and what they staked is left out. What was settled before counts as it did.
ALTER TABLE period ADD COLUMN judged_at timestamptz;
UPDATE period SET judged_at = settled_at WHERE state = 'settled';
CREATE INDEX period_unjudged ON period (settled_at) WHERE state = 'settled' AND judged_at IS NULL;

-- What a player's orders of a period cost, less what came back of them, where it does not count: the player covered
-- too much of the draw ('own'), or several players of one invite tree did together ('tree'). Orders at odds that leave
-- no room for the plan of the day they were settled on count for withdrawals, and for no rebate and no commission
-- ('odds'); then it is only these orders.
CREATE TABLE turnover_left_out (
  player_id bigint NOT NULL,
  game text NOT NULL,
  period_no text NOT NULL,
  settled_at timestamptz NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  why text NOT NULL CHECK (why IN ('own', 'tree', 'odds')),
  PRIMARY KEY (player_id, game, period_no)
);
CREATE INDEX turnover_left_out_since ON turnover_left_out (player_id, settled_at) INCLUDE (amount, why);
CREATE INDEX turnover_left_out_day ON turnover_left_out (settled_at) INCLUDE (amount);
CREATE TRIGGER turnover_left_out_append_only BEFORE UPDATE OR DELETE ON turnover_left_out
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- When the player last had nothing at all, as far as the mark knows: what was left out before is no part of its sums.
ALTER TABLE player_mark ADD COLUMN since timestamptz NOT NULL DEFAULT '-infinity';
