-- Runs with servers that know migration 071.
-- The audit log is a chain: each line has a link with its place and a hash over the link before and the line itself. A line that is
-- changed, removed or slipped in breaks it, and the newest hash is in the public log (type `audit`), so that a chain that is made
-- anew is not the one that witnesses saw.
CREATE TABLE audit_link (
  place bigint PRIMARY KEY CHECK (place > 0),
  id bigint NOT NULL UNIQUE REFERENCES audit_log (id),
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE TRIGGER audit_link_append_only BEFORE UPDATE OR DELETE ON audit_link
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The end of the chain; 32 zero bytes before the first line.
CREATE TABLE audit_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  size bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (length(hash) = 32)
);
INSERT INTO audit_head DEFAULT VALUES;

-- The hash of a link: over the hash of the one before, and the line as a JSON array as PostgreSQL writes it.
CREATE FUNCTION audit_hash(before bytea, line audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(before || convert_to(jsonb_build_array(line.id, (extract(epoch FROM line.at) * 1000000)::bigint, line.operator_id,
    line.role, line.action, line.subject, line.reason, line.detail, line.address)::text, 'UTF8'))
$$;

-- At the commit, when a transaction waits for nothing else: lines of all servers get their places one after the other, and no
-- transaction waits for another while it works. The running server writes lines; only this function, of the migrating role, links.
CREATE FUNCTION link_audit_line() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head audit_head;
BEGIN
  UPDATE audit_head AS h SET size = h.size + 1, hash = audit_hash(h.hash, NEW) RETURNING * INTO head;
  INSERT INTO audit_link (place, id, hash) VALUES (head.size, NEW.id, head.hash);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audit_log_link AFTER INSERT ON audit_log
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION link_audit_line();

-- Lines of before, in the order of their numbers.
DO $$
DECLARE
  line audit_log;
  at bigint := 0;
  last bytea := decode(repeat('00', 32), 'hex');
BEGIN
  FOR line IN SELECT * FROM audit_log ORDER BY id LOOP
    at := at + 1;
    last := audit_hash(last, line);
    INSERT INTO audit_link (place, id, hash) VALUES (at, line.id, last);
  END LOOP;
  UPDATE audit_head SET size = at, hash = last;
END $$;
