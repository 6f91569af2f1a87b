-- Finds the accounts of one person by the blind index of the name, so that who has excluded themselves does not go on under
-- another account. Names from before get theirs from the job that renews seals.
ALTER TABLE player_identity ADD COLUMN found_by bytea;
CREATE INDEX player_identity_found_by ON player_identity (found_by) WHERE found_by IS NOT NULL;
