-- How the house reaches a player. What is sealed opens for its own row alone (vault/); `found_by` is its blind index.
-- An e-mail stands here once its link was opened, a phone number as soon as it is bound.
CREATE TABLE player_contact (
  player_id bigint NOT NULL REFERENCES player (id),
  kind text NOT NULL CHECK (kind IN ('phone', 'email')),
  sealed bytea NOT NULL,
  found_by bytea NOT NULL,
  bound timestamptz NOT NULL,
  -- The link that confirmed it, so that opening it twice says the same thing twice.
  link_hash bytea UNIQUE,
  PRIMARY KEY (player_id, kind)
);
-- One contact, one player: both bindings at once are told apart by a lock, this is the floor below it.
CREATE UNIQUE INDEX player_contact_found_by ON player_contact (kind, found_by);

-- An e-mail that waits for its link to be opened. It is nobody's yet: several players may ask for the same one.
CREATE TABLE email_binding (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  sealed bytea NOT NULL,
  link_hash bytea NOT NULL UNIQUE,
  locale text NOT NULL,
  expires timestamptz NOT NULL
);

-- Codes for a new password. A row is made for every name that is asked for, whether or not somebody has it, so that
-- both cost the same; only a row with a player can be used.
CREATE TABLE password_reset (
  name text PRIMARY KEY,
  player_id bigint REFERENCES player (id),
  code_hash bytea NOT NULL,
  tries int NOT NULL DEFAULT 0,
  expires timestamptz NOT NULL
);
CREATE INDEX password_reset_expires ON password_reset (expires);
