CREATE SEQUENCE player_id AS bigint START 10000001;
CREATE TABLE player (
  id bigint PRIMARY KEY DEFAULT nextval('player_id'),
  username text NOT NULL CHECK (username ~ '^[A-Za-z][A-Za-z0-9_]{3,15}$'),
  password_hash text NOT NULL,
  trans_password_hash text NOT NULL,
  invite_code text NOT NULL UNIQUE,
  inviter_id bigint REFERENCES player (id),
  created timestamptz NOT NULL,
  -- active: all; locked: may not log in; closed: gone for good.
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'locked', 'closed')),
  address_locked boolean NOT NULL DEFAULT false,
  terms_version text NOT NULL,
  trans_wrong_tries int NOT NULL DEFAULT 0,
  trans_locked_until timestamptz,
  withdrawal_hold_until timestamptz,
  last_login_at timestamptz,
  last_login_ip text,
  previous_login_at timestamptz,
  previous_login_ip text
);
CREATE UNIQUE INDEX player_username ON player (lower(username));

-- One family per login: its generation counts the rotations of the jwt.
CREATE TABLE session_family (
  id uuid PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  generation int NOT NULL DEFAULT 0,
  created timestamptz NOT NULL,
  rotated timestamptz NOT NULL,
  revoked timestamptz,
  revoked_why text CHECK (revoked_why IN ('logout', 'password', 'closed', 'reuse', 'ended')),
  device text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT ''
);
CREATE INDEX session_family_player ON session_family (player_id) WHERE revoked IS NULL;

CREATE TABLE access_token (
  token_hash bytea PRIMARY KEY,
  family_id uuid NOT NULL REFERENCES session_family (id) ON DELETE CASCADE,
  player_id bigint NOT NULL,
  expires timestamptz NOT NULL
);
CREATE INDEX access_token_family ON access_token (family_id);
CREATE INDEX access_token_expires ON access_token (expires);

-- Failed tries, by account, address and device: the delay grows with the count.
CREATE TABLE entry_try (
  subject text PRIMARY KEY,
  tries int NOT NULL,
  last timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
);
