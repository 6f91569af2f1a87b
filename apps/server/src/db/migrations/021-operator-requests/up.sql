-- Making an operator, giving one new credentials or another role, and unlocking one take two admins: one asks, another
-- confirms. What was confirmed is kept for good: nobody is the second person beside somebody they changed so, or were
-- changed by.
CREATE SEQUENCE operator_request_id AS bigint START 1001;
CREATE TABLE operator_request (
  id bigint PRIMARY KEY DEFAULT nextval('operator_request_id'),
  kind text NOT NULL CHECK (kind IN ('create', 'reissue', 'role', 'unlock')),
  -- Whom it is about; of one to be made, from the confirmation on.
  operator_id bigint REFERENCES operator (id),
  -- Of one to be made.
  name text,
  -- Of one to be made, and of another role.
  role text CHECK (role IN ('support', 'cashier', 'risk', 'admin')),
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'confirmed', 'cancelled')),
  asked_by bigint NOT NULL REFERENCES operator (id),
  asked timestamptz NOT NULL,
  -- From then on it is confirmed no more.
  expires timestamptz NOT NULL,
  -- Null of what one admin did alone, before two were needed.
  decided_by bigint REFERENCES operator (id),
  decided timestamptz,
  -- The hash of the half of an enrolment code that the asking admin was shown.
  half_hash bytea,
  CHECK ((status = 'waiting') = (decided IS NULL)),
  CHECK (status <> 'confirmed' OR decided_by IS DISTINCT FROM asked_by),
  CHECK (status <> 'confirmed' OR operator_id IS NOT NULL),
  CHECK (kind = 'create' OR operator_id IS NOT NULL),
  CHECK ((kind = 'create') = (name IS NOT NULL)),
  CHECK ((kind IN ('create', 'role')) = (role IS NOT NULL))
);
CREATE INDEX operator_request_about ON operator_request (operator_id) WHERE status = 'confirmed';
CREATE UNIQUE INDEX operator_request_waits ON operator_request (operator_id)
  WHERE status = 'waiting' AND operator_id IS NOT NULL;
CREATE UNIQUE INDEX operator_request_name ON operator_request (lower(name)) WHERE status = 'waiting';

-- What admins did alone until now is known from their log.
INSERT INTO operator_request (kind, operator_id, name, role, reason, status, asked_by, asked, expires, decided)
SELECT replace(a.action, 'operator.', ''), o.id, CASE WHEN a.action = 'operator.create' THEN o.name END,
       CASE WHEN a.action IN ('operator.create', 'operator.role') THEN coalesce(a.detail ->> 'role', o.role) END,
       coalesce(a.reason, ''), 'confirmed', a.operator_id, a.at, a.at, a.at
FROM audit_log a JOIN operator o ON a.subject = 'operator ' || o.id
WHERE a.action IN ('operator.create', 'operator.reissue', 'operator.role', 'operator.unlock') AND a.operator_id IS NOT NULL
ORDER BY a.id;

-- Nobody but the operator ever sees what they sign in with: until they have set it themselves there is nothing.
ALTER TABLE operator ALTER COLUMN password_hash DROP NOT NULL, ALTER COLUMN totp_secret DROP NOT NULL,
  ADD CHECK ((password_hash IS NULL) = (totp_secret IS NULL));

-- An operator's way in, once: a code in two halves, each told to them by another person.
CREATE TABLE operator_enrolment (
  operator_id bigint PRIMARY KEY REFERENCES operator (id),
  first_hash bytea NOT NULL,
  second_hash bytea NOT NULL,
  created timestamptz NOT NULL,
  expires timestamptz NOT NULL,
  -- Wrong tries of somebody who has one of the halves.
  tries int NOT NULL DEFAULT 0,
  -- The secret of the authenticator that is being set up, sealed for this row.
  totp_secret bytea
);

-- What an operator looked at in a session and is written to the log once for it.
CREATE TABLE operator_look (
  session_id uuid NOT NULL REFERENCES operator_session (id) ON DELETE CASCADE,
  subject text NOT NULL,
  PRIMARY KEY (session_id, subject)
);
