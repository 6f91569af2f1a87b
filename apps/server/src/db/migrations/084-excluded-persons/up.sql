-- Runs with servers that know migration 071.
-- Players whose breaks, name or date of birth have changed, until their other accounts were compared: written in the
-- transaction that changes them, so that a server that ends in between leaves nothing undone.
CREATE SEQUENCE person_to_compare_mark AS bigint;
CREATE TABLE person_to_compare (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  since timestamptz NOT NULL,
  -- Another one with each change, so that one that comes while accounts are compared is not taken for done.
  mark bigint NOT NULL
);

-- Who has told of an age at which nobody plays, or registers where somebody did that day: no play until the desk has seen a
-- document.
CREATE TABLE under_age (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  why text NOT NULL CHECK (why IN ('said', 'origin')),
  since timestamptz NOT NULL,
  -- When the desk saw that they are of age, by the operator.
  cleared timestamptz,
  cleared_by bigint,
  CHECK ((cleared IS NULL) = (cleared_by IS NULL))
);

-- Devices and addresses from which somebody told of such an age, as blind indexes, for a day.
CREATE TABLE under_age_origin (
  found_by bytea PRIMARY KEY,
  until timestamptz NOT NULL
);

-- What an excluded player was called and when they were born, before the desk corrected it: the exclusion finds both.
CREATE SEQUENCE person_before_id AS bigint;
CREATE TABLE person_before (
  id bigint PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  real_name bytea NOT NULL,
  birth_date bytea NOT NULL,
  born_by bytea,
  at timestamptz NOT NULL
);
CREATE INDEX person_before_player ON person_before (player_id);
CREATE INDEX person_before_born_by ON person_before (born_by);

-- Erased accounts whose name and date of birth are kept as long as an exclusion runs, which nothing else could find.
ALTER TABLE player_identity ADD COLUMN kept_excluded boolean NOT NULL DEFAULT false;
CREATE INDEX player_identity_kept ON player_identity (player_id) WHERE kept_excluded;

-- Why the desk is to look after a player: by markers of harm, or because they said that they are under age.
ALTER TABLE harm_case ADD COLUMN cause text NOT NULL DEFAULT 'markers' CHECK (cause IN ('markers', 'underAge'));

-- Until when play is closed to somebody of whom it is not known whether they are excluded, or of age: an instant at which no
-- break ends, or none.
CREATE FUNCTION play_held_until(the_player bigint) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM person_doubt WHERE player_id = the_player AND cleared IS NULL)
                OR EXISTS (SELECT FROM under_age WHERE player_id = the_player AND cleared IS NULL)
    THEN timestamptz '9999-12-30 00:00:00+00' ELSE '-infinity' END
$$;

-- When the exclusion of a player ends by their own word: of a closed account, what was in force before it was closed, since
-- closing excludes for good.
CREATE FUNCTION play_excluded_until(the_player bigint) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN g.blocked_until <> 'infinity' THEN '-infinity' WHEN p.status = 'closed'
    THEN coalesce((SELECT max(b.until) FROM play_break b WHERE b.player_id = p.id AND b.kind = 'exclusion' AND b.id < (
      SELECT max(l.id) FROM play_break l WHERE l.player_id = p.id AND l.kind = 'exclusion')), '-infinity')
    ELSE g.excluded_until END
  FROM player p JOIN play_guard g ON g.player_id = p.id WHERE p.id = the_player
$$;
