-- Runs with servers that know migration 071.
-- What operators note for each other while a second person is awaited. `reason` is a word of the list that players are told in
-- their language; free text in it was written before there was one.
ALTER TABLE gift ADD COLUMN note text NOT NULL DEFAULT '';
ALTER TABLE period_void ADD COLUMN note text NOT NULL DEFAULT '';
