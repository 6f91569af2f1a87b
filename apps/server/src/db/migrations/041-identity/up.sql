-- Who a player is, as far as the house knows. Name and date are sealed for this row; null until they are told.
CREATE TABLE player_identity (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  real_name bytea,
  birth_date bytea,
  state text NOT NULL DEFAULT 'none' CHECK (state IN ('none', 'asked', 'inReview', 'verified', 'refused')),
  created timestamptz NOT NULL
);

-- Each time documents were sent, and what came of it.
CREATE SEQUENCE identity_submission_id AS bigint START 100001;
CREATE TABLE identity_submission (
  id bigint PRIMARY KEY DEFAULT nextval('identity_submission_id'),
  player_id bigint NOT NULL REFERENCES player_identity (player_id),
  created timestamptz NOT NULL,
  -- What the provider of identities said; null without one.
  verdict text CHECK (verdict IN ('verified', 'refused', 'unsure', 'silent')),
  -- Null while it waits. dropped: the account was closed before.
  outcome text CHECK (outcome IN ('verified', 'refused', 'dropped')),
  decided timestamptz,
  -- Null if no operator decided.
  operator_id bigint,
  -- As the player is told.
  reason text NOT NULL DEFAULT '',
  CHECK ((outcome IS NULL) = (decided IS NULL))
);
CREATE INDEX identity_submission_player ON identity_submission (player_id, id);
CREATE UNIQUE INDEX identity_submission_waiting ON identity_submission (player_id) WHERE outcome IS NULL;

-- Pictures of documents, made anew by the house from what was sent, and sealed for their row (base64 of a WebP).
CREATE SEQUENCE identity_document_id AS bigint START 100001;
CREATE TABLE identity_document (
  id bigint PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player_identity (player_id),
  kind text NOT NULL CHECK (kind IN ('passport', 'idFront', 'idBack', 'licence', 'selfie', 'address')),
  -- Null once it was erased.
  sealed bytea,
  width int NOT NULL,
  height int NOT NULL,
  created timestamptz NOT NULL,
  -- Null until it is sent.
  submission_id bigint REFERENCES identity_submission (id),
  erased timestamptz,
  CHECK ((sealed IS NULL) = (erased IS NOT NULL))
);
-- Of each kind one waits to be sent.
CREATE UNIQUE INDEX identity_document_unsent ON identity_document (player_id, kind) WHERE submission_id IS NULL;
CREATE INDEX identity_document_submission ON identity_document (submission_id);
CREATE INDEX identity_document_kept ON identity_document (created) WHERE sealed IS NOT NULL;
