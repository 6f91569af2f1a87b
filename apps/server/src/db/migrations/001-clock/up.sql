-- The one clock of the house. Every rule about time asks it, inside the transaction the rule guards.
-- Production keeps exactly this form; the server refuses to start on another one.
CREATE FUNCTION house_clock() RETURNS timestamptz
  LANGUAGE sql VOLATILE PARALLEL SAFE
  AS $$ SELECT clock_timestamp() $$;

-- Epoch milliseconds, as times are on the wire.
CREATE FUNCTION epoch_ms(at timestamptz) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT floor(extract(epoch FROM at) * 1000)::bigint $$;

-- Makes the monthly partitions of a table from last month to `months_ahead` months from the given instant.
CREATE FUNCTION ensure_month_partitions(parent text, around timestamptz, months_ahead int) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  month timestamptz := date_trunc('month', around AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 month';
  upper_bound timestamptz;
  child text;
BEGIN
  FOR i IN 0 .. months_ahead + 1 LOOP
    upper_bound := (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
    child := format('%s_%s', parent, to_char(month AT TIME ZONE 'UTC', 'YYYYMM'));
    IF to_regclass(child) IS NULL THEN
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                     child, parent, month, upper_bound);
    END IF;
    month := upper_bound;
  END LOOP;
END $$;
