-- Runs with servers that know migration 071.

-- Role and lock of operators are sealed together, by the server's keys, in rows that are only added: the newest counts, so that an
-- older one cannot be put back. Those without a seal are what held when this migration ran.
CREATE TABLE operator_access (
  operator_id bigint NOT NULL REFERENCES operator (id),
  version int NOT NULL CHECK (version > 0),
  role text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'locked')),
  seal bytea,
  PRIMARY KEY (operator_id, version)
);
INSERT INTO operator_access (operator_id, version, role, status) SELECT id, 1, role, status FROM operator;
ALTER TABLE operator_access ADD CONSTRAINT operator_access_sealed CHECK (seal IS NOT NULL) NOT VALID;
-- The seal alone is written anew, when keys change.
CREATE FUNCTION keep_operator_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.seal IS NULL
     OR (NEW.operator_id, NEW.version, NEW.role, NEW.status) IS DISTINCT FROM (OLD.operator_id, OLD.version, OLD.role, OLD.status)
  THEN
    RAISE EXCEPTION 'operator_access is only added to';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operator_access_kept BEFORE UPDATE OR DELETE ON operator_access
  FOR EACH ROW EXECUTE FUNCTION keep_operator_access();

-- Over the operator, the token, the beginning and the version of the operator's access. Sessions without one end.
ALTER TABLE operator_session ADD COLUMN access_seal bytea;

-- Over what was asked for and by whom. Requests without one are asked for anew.
ALTER TABLE operator_request ADD COLUMN seal bytea;
UPDATE operator_request SET status = 'cancelled', decided = house_clock(), half_hash = NULL WHERE status = 'waiting';
-- What was decided is kept: it says who is nobody's second person. The owner of the tables is held by no trigger anyway.
CREATE FUNCTION keep_operator_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.status <> 'waiting' AND to_jsonb(NEW) - 'seal' IS DISTINCT FROM to_jsonb(OLD) - 'seal'
     OR NEW.id <> OLD.id OR OLD.operator_id IS NOT NULL AND NEW.operator_id IS DISTINCT FROM OLD.operator_id
     OR NEW.asked_by <> OLD.asked_by
  THEN
    RAISE EXCEPTION 'what was decided about operators is kept';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operator_request_kept BEFORE UPDATE OR DELETE ON operator_request
  FOR EACH ROW EXECUTE FUNCTION keep_operator_request();

-- What opens an account is sealed by the keys of the server for the account it opens: passwords, passkeys, sessions and their tokens.
-- A row that is copied to another account, or written by the database's role alone, opens nothing.
ALTER TABLE player ADD COLUMN password_seal bytea, ADD COLUMN trans_password_seal bytea;
ALTER TABLE operator ADD COLUMN password_seal bytea;
ALTER TABLE passkey ADD COLUMN seal bytea;
ALTER TABLE session_family ADD COLUMN seal bytea;
ALTER TABLE access_token ADD COLUMN mac bytea;

-- SHA-256 of what opened an account before there were seals, until it is used next. The running server reads and deletes here.
CREATE TABLE credential_before (
  kind text NOT NULL CHECK (kind IN ('password', 'transPassword', 'operatorPassword', 'passkey', 'session')),
  id text NOT NULL,
  digest bytea NOT NULL,
  PRIMARY KEY (kind, id)
);
-- Until when servers of before may run beside: what they write is accepted without a seal. Only the owner of the tables writes it.
CREATE TABLE credential_window (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  until timestamptz NOT NULL
);
CREATE FUNCTION credential_digest(VARIADIC parts text[]) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(array_to_string(parts, '|'), 'UTF8'))
$$;
-- Accepts every credential without a seal as it is now, and what servers of before write in the next day. The owner of the tables
-- calls it again after servers of before have run alone for longer than that.
CREATE FUNCTION accept_credentials() RETURNS void LANGUAGE sql AS $$
  INSERT INTO credential_before (kind, id, digest)
  SELECT 'password', id::text, credential_digest(password_hash) FROM player WHERE erased IS NULL
  UNION ALL SELECT 'transPassword', id::text, credential_digest(trans_password_hash) FROM player WHERE erased IS NULL
  UNION ALL SELECT 'operatorPassword', id::text, credential_digest(password_hash) FROM operator WHERE password_hash IS NOT NULL
  UNION ALL SELECT 'passkey', id::text, credential_digest(player_id::text, encode(credential_id, 'hex'),
    encode(public_key, 'hex'), epoch_ms(created)::text) FROM passkey WHERE seal IS NULL
  UNION ALL SELECT 'session', id::text, credential_digest(player_id::text, epoch_ms(created)::text)
    FROM session_family WHERE seal IS NULL AND revoked IS NULL
  ON CONFLICT (kind, id) DO UPDATE SET digest = excluded.digest;
  INSERT INTO credential_window (until) VALUES (house_clock() + interval '1 day')
  ON CONFLICT (single) DO UPDATE SET until = excluded.until;
$$;
REVOKE EXECUTE ON FUNCTION accept_credentials() FROM PUBLIC;
SELECT accept_credentials();
-- A house without players had no servers before.
UPDATE credential_window SET until = '-infinity' WHERE NOT EXISTS (SELECT FROM player);

-- What servers of before write while the window is open is noted; what a server has sealed needs no note any more.
CREATE FUNCTION note_credential(the_kind text, the_id text, the_digest bytea) RETURNS void LANGUAGE sql AS $$
  INSERT INTO credential_before (kind, id, digest)
  SELECT the_kind, the_id, the_digest FROM credential_window WHERE until > house_clock()
  ON CONFLICT (kind, id) DO UPDATE SET digest = excluded.digest
$$;
REVOKE EXECUTE ON FUNCTION note_credential(text, text, bytea) FROM PUBLIC;

CREATE FUNCTION note_player_password() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was record;
BEGIN
  IF NEW.erased IS NOT NULL THEN
    DELETE FROM credential_before WHERE kind IN ('password', 'transPassword') AND id = NEW.id::text;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN was := OLD; ELSE SELECT NULL::text AS password_hash, NULL::bytea AS password_seal,
    NULL::text AS trans_password_hash, NULL::bytea AS trans_password_seal INTO was; END IF;
  IF NEW.password_seal IS DISTINCT FROM was.password_seal THEN
    DELETE FROM credential_before WHERE kind = 'password' AND id = NEW.id::text;
  ELSIF NEW.password_hash IS DISTINCT FROM was.password_hash THEN
    PERFORM note_credential('password', NEW.id::text, credential_digest(NEW.password_hash));
  END IF;
  IF NEW.trans_password_seal IS DISTINCT FROM was.trans_password_seal THEN
    DELETE FROM credential_before WHERE kind = 'transPassword' AND id = NEW.id::text;
  ELSIF NEW.trans_password_hash IS DISTINCT FROM was.trans_password_hash THEN
    PERFORM note_credential('transPassword', NEW.id::text, credential_digest(NEW.trans_password_hash));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER player_password_noted
  AFTER INSERT OR UPDATE OF password_hash, password_seal, trans_password_hash, trans_password_seal ON player
  FOR EACH ROW EXECUTE FUNCTION note_player_password();

CREATE FUNCTION note_operator_password() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.password_hash IS NULL OR TG_OP = 'UPDATE' AND NEW.password_seal IS DISTINCT FROM OLD.password_seal
     OR TG_OP = 'INSERT' AND NEW.password_seal IS NOT NULL THEN
    DELETE FROM credential_before WHERE kind = 'operatorPassword' AND id = NEW.id::text;
  ELSE
    PERFORM note_credential('operatorPassword', NEW.id::text, credential_digest(NEW.password_hash));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER operator_password_noted AFTER INSERT OR UPDATE OF password_hash, password_seal ON operator
  FOR EACH ROW EXECUTE FUNCTION note_operator_password();

CREATE FUNCTION note_passkey() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM credential_before WHERE kind = 'passkey' AND id = OLD.id::text;
  ELSIF NEW.seal IS NULL THEN
    PERFORM note_credential('passkey', NEW.id::text, credential_digest(NEW.player_id::text, encode(NEW.credential_id, 'hex'),
      encode(NEW.public_key, 'hex'), epoch_ms(NEW.created)::text));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER passkey_noted AFTER INSERT OR DELETE ON passkey FOR EACH ROW EXECUTE FUNCTION note_passkey();

CREATE FUNCTION note_session() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM credential_before WHERE kind = 'session' AND id = OLD.id::text;
  ELSIF NEW.seal IS NULL THEN
    PERFORM note_credential('session', NEW.id::text, credential_digest(NEW.player_id::text, epoch_ms(NEW.created)::text));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER session_noted AFTER INSERT OR DELETE ON session_family FOR EACH ROW EXECUTE FUNCTION note_session();

-- Lines of the audit log show the name of their operator, which nobody changes, and are of the time at which they are written. The
-- owner of the tables is held by no trigger anyway.
CREATE FUNCTION keep_operator_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.name) IS DISTINCT FROM (OLD.id, OLD.name)
     AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
    RAISE EXCEPTION 'an operator keeps their name';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operator_name_kept BEFORE UPDATE OF id, name ON operator FOR EACH ROW EXECUTE FUNCTION keep_operator_name();
CREATE FUNCTION refuse_backdated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.at NOT BETWEEN house_clock() - interval '1 minute' AND house_clock() + interval '1 minute'
     AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
    RAISE EXCEPTION 'a line of the audit log is of now';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_of_now BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_backdated();
