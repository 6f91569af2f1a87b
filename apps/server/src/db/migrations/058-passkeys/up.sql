-- Runs with servers that know migration 052.

-- The number by which authenticators know a player: random, so that it says nothing, and the same for all passkeys of one.
CREATE TABLE passkey_user (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  handle bytea NOT NULL UNIQUE CHECK (octet_length(handle) = 32)
);

-- Keys of players, made and kept by their authenticators. The name is sealed for this row: players write what they like.
CREATE SEQUENCE passkey_id AS bigint START 700001;
CREATE TABLE passkey (
  id bigint PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES passkey_user (player_id),
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
  -- COSE
  public_key bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 1 AND 1024),
  -- 0 as long as its authenticator counts nothing.
  counter bigint NOT NULL CHECK (counter >= 0),
  kind text NOT NULL CHECK (kind IN ('device', 'synced', 'key')),
  -- Model of the authenticator.
  aaguid uuid NOT NULL,
  -- How a browser can reach it, by commas.
  transports text NOT NULL,
  name bytea NOT NULL,
  created timestamptz NOT NULL,
  last_used timestamptz,
  -- Since when its counter went back, which says that there is a copy: it is not accepted any more.
  suspended timestamptz
);
CREATE INDEX passkey_player ON passkey (player_id, id);

-- Challenges that were answered, until they would have expired: each is good once.
CREATE TABLE passkey_challenge_used (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  expires timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_used_expires ON passkey_challenge_used (expires);

-- How a session began. Numbers of passkeys are never given twice, so that of a removed one stays what it was.
ALTER TABLE session_family
  ADD COLUMN signed_in_by text NOT NULL DEFAULT 'password' CHECK (signed_in_by IN ('password', 'passkey')),
  ADD COLUMN passkey_id bigint,
  ADD CHECK ((signed_in_by = 'passkey') = (passkey_id IS NOT NULL));
