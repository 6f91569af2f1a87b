-- Live events, in order of (xid, id): readers take rows below the oldest running transaction, so none is lost
-- to a late commit. Unlogged: after a crash of the database the events are gone and every stream starts afresh.
CREATE SEQUENCE live_event_id AS bigint CACHE 100;
CREATE UNLOGGED TABLE live_event (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint NOT NULL DEFAULT nextval('live_event_id'),
  -- The player it is for, or null for everybody.
  player_id bigint,
  event text NOT NULL,
  payload jsonb NOT NULL,
  created timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (xid, id)
);
