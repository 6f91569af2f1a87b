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
CREATE INDEX live_event_age ON live_event (created);

-- What is to be read: the events after (xid, id) whose transactions, and all before them, have ended. Every later
-- transaction gets a greater xid, so nothing can appear below the bound again.
CREATE FUNCTION live_events_after(after_xid xid8, after_id bigint, at_most int)
RETURNS SETOF live_event LANGUAGE sql STABLE AS $$
  SELECT * FROM live_event
  WHERE (xid, id) > (after_xid, after_id) AND xid < pg_snapshot_xmin(pg_current_snapshot())
  ORDER BY xid, id LIMIT at_most
$$;
