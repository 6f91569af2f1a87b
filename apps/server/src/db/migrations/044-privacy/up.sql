-- Closed accounts: when, and when what names their player was erased.
ALTER TABLE player
  ADD COLUMN closed timestamptz,
  ADD COLUMN erased timestamptz,
  -- Nobody can register the name of an erased account: no username has a hyphen.
  DROP CONSTRAINT player_username_check,
  ADD CONSTRAINT player_username_check CHECK (
    CASE WHEN erased IS NULL THEN username ~ '^[A-Za-z][A-Za-z0-9_]{3,15}$' ELSE username = 'closed-' || id END
  ),
  ADD CONSTRAINT player_erased_when_closed CHECK (erased IS NULL OR closed IS NOT NULL);
-- Those that were closed before: their time counts from now.
UPDATE player SET closed = house_clock() WHERE status = 'closed';
ALTER TABLE player ADD CONSTRAINT player_closed_since CHECK ((status = 'closed') = (closed IS NOT NULL));
CREATE FUNCTION note_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.closed := CASE WHEN NEW.status = 'closed' THEN coalesce(OLD.closed, house_clock()) END;
  RETURN NEW;
END $$;
CREATE TRIGGER player_closing BEFORE UPDATE OF status ON player FOR EACH ROW EXECUTE FUNCTION note_closing();
CREATE INDEX player_to_erase ON player (closed) WHERE closed IS NOT NULL AND erased IS NULL;
-- Whose last two logins still have their addresses, for the day they are erased.
CREATE INDEX player_last_address ON player (last_login_at) WHERE last_login_ip IS NOT NULL;
CREATE INDEX player_previous_address ON player (previous_login_at) WHERE previous_login_ip IS NOT NULL;

-- What operators noted about a player stays as it was written, until the account is erased.
CREATE FUNCTION refuse_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM player WHERE id = OLD.player_id AND erased IS NOT NULL) THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
DROP TRIGGER player_note_append_only ON player_note;
CREATE TRIGGER player_note_append_only BEFORE UPDATE OR DELETE ON player_note
  FOR EACH ROW EXECUTE FUNCTION refuse_note_change();

-- Archives of everything about a player, as their players asked for them. `attempt` counts who makes it: whoever makes
-- one that another has taken over writes no part of it any more.
CREATE SEQUENCE data_export_id AS bigint;
CREATE TABLE data_export (
  id bigint PRIMARY KEY DEFAULT nextval('data_export_id'),
  player_id bigint NOT NULL REFERENCES player (id),
  -- The operator who asked on the player's word, or null for the player.
  operator_id bigint REFERENCES operator (id),
  locale text NOT NULL,
  state text NOT NULL DEFAULT 'making' CHECK (state IN ('making', 'ready', 'failed')),
  asked timestamptz NOT NULL,
  attempt int NOT NULL DEFAULT 0,
  claimed_until timestamptz NOT NULL,
  ready timestamptz,
  expires timestamptz,
  bytes bigint,
  -- The one download that the player's password has opened, as a hash of its secret.
  ticket_hash bytea UNIQUE,
  ticket_until timestamptz,
  CHECK ((state = 'ready') = (ready IS NOT NULL AND expires IS NOT NULL AND bytes IS NOT NULL)),
  CHECK ((ticket_hash IS NULL) = (ticket_until IS NULL)),
  CHECK (ticket_hash IS NULL OR state = 'ready')
);
CREATE INDEX data_export_player ON data_export (player_id, asked);
CREATE UNIQUE INDEX data_export_making ON data_export (player_id) WHERE state = 'making';
CREATE INDEX data_export_due ON data_export (claimed_until) WHERE state = 'making';

-- The bytes of an archive in order, each part sealed for its row (vault/).
CREATE TABLE data_export_part (
  export_id bigint NOT NULL REFERENCES data_export (id),
  attempt int NOT NULL,
  place int NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (export_id, attempt, place)
);

-- What the retention job erased, and when: a row for each kind of data of which something was due, and one for the run.
CREATE SEQUENCE retention_run_id AS bigint;
CREATE TABLE retention_run (
  id bigint PRIMARY KEY DEFAULT nextval('retention_run_id'),
  run bigint NOT NULL,
  what text NOT NULL,
  began timestamptz NOT NULL,
  ended timestamptz NOT NULL,
  erased bigint NOT NULL CHECK (erased >= 0),
  -- It broke off, and goes on in the next run.
  failed boolean NOT NULL
);
CREATE INDEX retention_run_newest ON retention_run (began DESC, id DESC);
CREATE TRIGGER retention_run_append_only BEFORE UPDATE OR DELETE ON retention_run
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
