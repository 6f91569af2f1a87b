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
