-- From where an account was entered rightly before: its devices and addresses, as keyed hashes. Their tries are counted
-- apart from strangers', so that nobody locks another out.
CREATE TABLE known_origin (
  origin bytea PRIMARY KEY,
  -- "login:<username in lower case>", "desk:<operator in lower case>".
  account text NOT NULL,
  seen timestamptz NOT NULL
);
CREATE INDEX known_origin_account ON known_origin (account);
CREATE INDEX known_origin_seen ON known_origin (seen);

-- What may be done only so often: uses of a subject in the window that runs.
CREATE TABLE quota_use (
  subject text PRIMARY KEY,
  ends timestamptz NOT NULL,
  used int NOT NULL
);
CREATE INDEX quota_use_ends ON quota_use (ends);

-- A code that is asked for again while it lives is sent again and not replaced: it follows from the nonce and a secret
-- outside the database.
DELETE FROM password_reset;
ALTER TABLE password_reset DROP COLUMN code_hash, ADD COLUMN nonce bytea NOT NULL;
