-- Runs with servers that know migration 071.
SELECT 1;
