-- What the players were owed at one moment, by a Merkle sum tree over the cash and holds of all of them. Its root and sum
-- are in the public log once it is published; a run that was broken off is not, and goes with the next one.
CREATE SEQUENCE liability_run_id AS bigint;
CREATE TABLE liability_run (
  id bigint PRIMARY KEY DEFAULT nextval('liability_run_id'),
  -- The moment of the balances.
  at timestamptz NOT NULL,
  players int NOT NULL CHECK (players >= 0),
  -- The tree has 2^depth leaves, padding included.
  depth smallint NOT NULL CHECK (depth BETWEEN 0 AND 30),
  root bytea NOT NULL CHECK (length(root) = 32),
  sum bigint NOT NULL CHECK (sum >= 0),
  -- Recharges less withdrawals by the books at that moment, fees not deducted.
  received bigint NOT NULL,
  published boolean NOT NULL DEFAULT false
);

-- What a run read of each player, with the blind of the player's leaf. Its place in the tree follows from its hash. No
-- foreign keys: there may be a million rows, and they come and go with their run.
CREATE TABLE liability_leaf (
  run_id bigint NOT NULL,
  player_id bigint NOT NULL,
  cash bigint NOT NULL CHECK (cash >= 0),
  held bigint NOT NULL CHECK (held >= 0),
  blind bytea NOT NULL CHECK (length(blind) = 16),
  PRIMARY KEY (run_id, player_id)
);

-- The nodes of every eighth level of a run's tree, up to 256 in a row: a path is computed from one row of each level.
CREATE TABLE liability_tile (
  run_id bigint NOT NULL,
  -- 0: leaves, which are in ascending order of their hashes over all tiles.
  level smallint NOT NULL CHECK (level >= 0),
  place int NOT NULL CHECK (place >= 0),
  first_hash bytea NOT NULL CHECK (length(first_hash) = 32),
  -- 40 bytes a node: its hash, and its sum as u64.
  nodes bytea NOT NULL CHECK (length(nodes) % 40 = 0),
  PRIMARY KEY (run_id, level, place)
);
-- Hashes cannot be compressed.
ALTER TABLE liability_tile ALTER COLUMN nodes SET STORAGE EXTERNAL;
CREATE INDEX liability_tile_first ON liability_tile (run_id, first_hash) WHERE level = 0;
