-- Runs with servers that know migration 071.
-- What one person must not combine holds for everybody who is above or below each other by invitation. Accounts are free, and
-- commission carries money from one to another.
CREATE FUNCTION invite_root(of_player bigint) RETURNS bigint LANGUAGE sql STABLE STRICT AS $$
  WITH RECURSIVE up AS (
    SELECT id, inviter_id FROM player WHERE id = of_player
    UNION ALL SELECT p.id, p.inviter_id FROM up JOIN player p ON p.id = up.inviter_id
  )
  SELECT id FROM up WHERE inviter_id IS NULL
$$;

-- The player at the top of the tree; who invited whom never changes. Written by whatever server does the duty.
ALTER TABLE desk_duty ADD COLUMN tree bigint;
ALTER TABLE desk_duty DISABLE TRIGGER desk_duty_append_only;
UPDATE desk_duty SET tree = invite_root(player_id) WHERE player_id IS NOT NULL;
ALTER TABLE desk_duty ENABLE TRIGGER desk_duty_append_only;
CREATE INDEX desk_duty_tree ON desk_duty (tree, operator_id, at) WHERE tree IS NOT NULL;
CREATE FUNCTION note_tree_of_duty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.tree := invite_root(NEW.player_id);
  RETURN NEW;
END $$;
CREATE TRIGGER desk_duty_tree BEFORE INSERT ON desk_duty FOR EACH ROW EXECUTE FUNCTION note_tree_of_duty();

-- What the bank writes of a transfer names its payer, who may be nobody's player: it is sealed. `reference` has it of notices that
-- servers of before took, until a server that knows the seal has sealed it.
ALTER TABLE payment_notice ADD COLUMN payer_text bytea;
CREATE INDEX payment_notice_unsealed ON payment_notice (channel, id) WHERE reference IS NOT NULL;
CREATE INDEX payment_notice_of_nobody ON payment_notice (closed) WHERE order_id IS NULL AND closed IS NOT NULL AND payer_text IS NOT NULL;

-- What makes somebody an operator is sealed by the keys of the server, which the database does not have: the role, a session, a
-- code to enrol by. Who has the database's role, and not the keys, gives nobody another role or a way in. Sessions of servers of
-- before end; an operator whom such a server makes, or gives another role, from now on is let in once their role was confirmed again.
ALTER TABLE operator ADD COLUMN role_seal bytea;
ALTER TABLE operator_session ADD COLUMN seal bytea;
ALTER TABLE operator_enrolment ADD COLUMN seal bytea;
-- Roles of before. The running server may not write it.
CREATE TABLE operator_role_before (
  operator_id bigint PRIMARY KEY REFERENCES operator (id),
  role text NOT NULL
);
INSERT INTO operator_role_before (operator_id, role) SELECT id, role FROM operator;
-- Codes that wait are given anew.
DELETE FROM operator_enrolment;

-- A correction of the name or date of birth of somebody who is excluded, or doubted to be, ends what keeps them from playing: two
-- people enter the same. What the first one entered is kept as a keyed hash alone.
CREATE TABLE identity_correction (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  asked_by bigint NOT NULL REFERENCES operator (id),
  asked timestamptz NOT NULL,
  entered bytea NOT NULL,
  reason text NOT NULL
);
