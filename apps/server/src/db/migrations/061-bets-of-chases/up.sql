-- Runs with servers that know migration 052.
-- By which the list of bets finds the chase that placed one: a chase bets on a period once.

CREATE INDEX chase_step_period ON chase_step (player_id, period_no) WHERE orders IS NOT NULL;
