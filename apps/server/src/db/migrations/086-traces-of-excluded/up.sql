-- Runs with servers that know migration 071.
-- Contacts that an excluded player had and has no more, after another one or a closed account: the exclusion finds them as long as
-- it runs.
CREATE SEQUENCE contact_before_id AS bigint;
CREATE TABLE contact_before (
  id bigint PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  kind text NOT NULL CHECK (kind IN ('phone', 'email')),
  sealed bytea NOT NULL,
  found_by bytea NOT NULL
);
CREATE INDEX contact_before_player ON contact_before (player_id);
CREATE INDEX contact_before_found_by ON contact_before (found_by, kind);

-- Documents of somebody whom a doubt of an exclusion or of an age holds: two people verify them. Who was first, and when.
ALTER TABLE identity_submission ADD COLUMN first_by bigint REFERENCES operator (id);
ALTER TABLE identity_submission ADD COLUMN first_at timestamptz;
ALTER TABLE identity_submission ADD COLUMN first_note text NOT NULL DEFAULT '';

-- A doubt of somebody on a time-out ends with it.
ALTER TABLE person_doubt ADD COLUMN until timestamptz NOT NULL DEFAULT 'infinity';

CREATE OR REPLACE FUNCTION play_held_until(the_player bigint) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM under_age WHERE player_id = the_player AND cleared IS NULL)
    THEN timestamptz '9999-12-30 00:00:00+00'
    ELSE coalesce((
      SELECT max(least(until, timestamptz '9999-12-30 00:00:00+00')) FROM person_doubt
      WHERE player_id = the_player AND cleared IS NULL), '-infinity') END
$$;
