-- Runs with servers that know migration 071.
-- The stakes of a period when the first of two people asked to void it, which the second one reads beside those of now. Unknown
-- where a server of an earlier version wrote the request.
ALTER TABLE period_void ADD COLUMN asked_stake bigint CHECK (asked_stake >= 0);
