-- Runs with servers that know migration 046.
-- The lead becomes a lease: a leader that neither beats nor ends its session, since its machine froze or was cut off, is
-- passed over. Until now only the end of its session freed the lead.
ALTER TABLE draw_leader
  -- The last beat, and the epoch of the leader that beats: another one than `epoch` if the leader has resigned, or is of a
  -- version that does not beat and is bound to its session's lock alone.
  ADD COLUMN beat timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN beat_epoch bigint,
  -- Whether the leader holds the lock as well: then a free lock shows that its session is over.
  ADD COLUMN locked boolean NOT NULL DEFAULT true;
-- A new epoch waits for writes of the old one, which lock its key; a beat does not.
CREATE UNIQUE INDEX draw_leader_epoch ON draw_leader (epoch);

-- The lowest migration that a server must know to run on this one; null for those before.
ALTER TABLE schema_migration ADD COLUMN runs_with int;
