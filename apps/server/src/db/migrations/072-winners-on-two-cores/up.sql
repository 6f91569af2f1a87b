-- Runs with servers that know migration 052.
-- The winners of a large period are searched for by two cores: all of them wait for it, while a list that one player reads takes
-- no second core from the bets. Of small periods, whose orders an index finds, the search stays on one.
ALTER FUNCTION winning_orders(text, text) SET max_parallel_workers_per_gather = 1;
