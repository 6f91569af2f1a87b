-- Runs with servers that know migration 046.
-- The servers that are up, as their beats show: limits that hold for the house as a whole are shared out among them.
-- Unlogged: after a crash all of them beat again within seconds.
CREATE UNLOGGED TABLE node (
  -- Drawn at random by each process.
  id uuid PRIMARY KEY,
  name text NOT NULL,
  since timestamptz NOT NULL,
  seen timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON node TO lotus_app;
