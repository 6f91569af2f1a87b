-- After a backup was restored, the log goes on as another one: nobody knows what the first one said since. What it said
-- until then stays, and proves itself. Logs are numbered from 1; places, tiles and checkpoints are those of one log.
ALTER TABLE log_entry ADD COLUMN log smallint NOT NULL DEFAULT 1 CHECK (log > 0);
ALTER TABLE log_entry ALTER COLUMN log DROP DEFAULT, DROP CONSTRAINT log_entry_pkey, ADD PRIMARY KEY (log, index);
DROP INDEX log_entry_once, log_entry_game, log_entry_general;
CREATE UNIQUE INDEX log_entry_once ON log_entry (game, period_no, type, log)
  WHERE type IN ('period', 'close', 'draw', 'settled', 'void', 'skipped');
CREATE INDEX log_entry_game ON log_entry (game, log DESC, index DESC) WHERE game IS NOT NULL;
CREATE INDEX log_entry_general ON log_entry (type, log DESC, index DESC) WHERE game IS NULL;

ALTER TABLE log_tile ADD COLUMN log smallint NOT NULL DEFAULT 1;
ALTER TABLE log_tile ALTER COLUMN log DROP DEFAULT, DROP CONSTRAINT log_tile_pkey, ADD PRIMARY KEY (log, level, index);

ALTER TABLE log_checkpoint ADD COLUMN log smallint NOT NULL DEFAULT 1;
ALTER TABLE log_checkpoint ALTER COLUMN log DROP DEFAULT, DROP CONSTRAINT log_checkpoint_pkey,
  ADD PRIMARY KEY (log, size);
DROP INDEX log_checkpoint_quorum;
CREATE INDEX log_checkpoint_quorum ON log_checkpoint (log, size) WHERE has_quorum;

ALTER TABLE log_head
  ADD COLUMN log smallint NOT NULL DEFAULT 1,
  -- Names of the logs before this one, oldest first.
  ADD COLUMN previous_origins text[] NOT NULL DEFAULT '{}',
  -- Set by restoring a backup: the next start begins another log.
  ADD COLUMN is_restored boolean NOT NULL DEFAULT false;
