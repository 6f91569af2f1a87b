-- Runs with servers that know migration 052.
-- The lunar year of the draws that a chase's player last agreed to; until a first answer that of its first period. In another
-- year each animal of Mark Six stands for other numbers, at other odds, so that a chase on animals asks before it goes on.

ALTER TABLE chase_progress ADD COLUMN agreed_year int;
