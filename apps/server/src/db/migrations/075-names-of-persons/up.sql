-- Runs with servers that know migration 071.
-- Names are compared by one function (contract/person-name.ts). What finds them is the blind index of each of their forms and
-- parts; what was written before, or by a server that does not know them, gets its own from the job that renews seals. Such
-- servers find names by `found_by`, which is written for them alone.
ALTER TABLE player_real_name ADD COLUMN names_by bytea[];
CREATE INDEX player_real_name_names_by ON player_real_name USING gin (names_by);

-- Persons are found by their date of birth, then their names are compared.
ALTER TABLE player_identity ADD COLUMN names_by bytea[], ADD COLUMN born_by bytea;
CREATE INDEX player_identity_names_by ON player_identity USING gin (names_by);
CREATE INDEX player_identity_born_by ON player_identity (born_by);

-- A server that does not know them leaves them as they are when the desk corrects what they index.
CREATE FUNCTION forget_stale_person_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.real_name IS DISTINCT FROM OLD.real_name AND NEW.names_by IS NOT DISTINCT FROM OLD.names_by THEN
    NEW.names_by := NULL;
  END IF;
  IF NEW.birth_date IS DISTINCT FROM OLD.birth_date AND NEW.born_by IS NOT DISTINCT FROM OLD.born_by THEN
    NEW.born_by := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER player_identity_stale_index BEFORE UPDATE ON player_identity
  FOR EACH ROW EXECUTE FUNCTION forget_stale_person_index();

-- The name as it was typed for this card, where it is spelled otherwise than on the first one; sealed for its row.
ALTER TABLE withdraw_address ADD COLUMN name bytea;

-- Players with the date of birth and nearly the name of one who is excluded: they do not play until the desk has seen who
-- they are.
CREATE TABLE person_doubt (
  player_id bigint NOT NULL REFERENCES player (id),
  -- Whose exclusion it is.
  excluded_id bigint NOT NULL REFERENCES player (id),
  found timestamptz NOT NULL,
  -- When the desk found them to be two, by the operator.
  cleared timestamptz,
  cleared_by bigint,
  PRIMARY KEY (player_id, excluded_id),
  CHECK ((cleared IS NULL) = (cleared_by IS NULL))
);
