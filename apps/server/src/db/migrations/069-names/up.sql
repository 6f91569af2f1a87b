-- Runs with servers that know migration 052.
-- Names by their beginnings, whatever the locale of the database: names are ASCII, and compared by their bytes.
CREATE INDEX player_name ON player (lower(username) COLLATE "C");
