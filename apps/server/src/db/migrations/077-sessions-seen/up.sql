-- Runs with servers that know migration 071.
-- When a session last asked for anything or had a window open, to the half minute, whichever server it was at. Null until then, and
-- for sessions of servers of an earlier version: the renewal of its tokens shows it too.
ALTER TABLE session_family ADD COLUMN seen timestamptz;
CREATE INDEX session_family_seen ON session_family (greatest(seen, rotated));
