-- Runs with servers that know migration 052.
-- Who registered today, without the million who did before.
CREATE INDEX player_created ON player (created);
