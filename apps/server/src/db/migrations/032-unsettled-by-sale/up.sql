-- The periods that bets may still wait in, without the thousands whose sale is a day ahead.
CREATE INDEX period_unsettled ON period (open_at) WHERE state IN ('open', 'closed', 'drawn');
