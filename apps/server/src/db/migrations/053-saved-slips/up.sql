-- Runs with servers that know migration 046.

-- What a player saved under a name: slips of a game, and favourite numbers of a family of games. Name and picks are sealed in
-- one text, since people name things after people and pick their birthdays.
CREATE SEQUENCE saved_pick_id AS bigint;
CREATE TABLE saved_pick (
  player_id bigint NOT NULL,
  id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('slip', 'numbers')),
  -- JSON of the name and of what was picked, sealed for this row.
  sealed bytea NOT NULL,
  created timestamptz NOT NULL,
  PRIMARY KEY (player_id, id)
);
