-- Runs with servers that know migration 046.

-- The same milliseconds as before, in a sixth of the time. The seconds of an instant depend on the session's time zone as far as
-- PostgreSQL knows, those of an interval do not: only with the latter is this as immutable as it says, which is when PostgreSQL
-- writes it into the statement instead of calling it.
CREATE OR REPLACE FUNCTION epoch_ms(at timestamptz) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT floor(extract(epoch FROM at - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint $$;
