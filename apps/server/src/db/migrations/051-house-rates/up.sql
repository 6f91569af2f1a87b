-- Runs with servers that know migration 046.

-- Rate limits hold for the house, however many servers it has: each server grants a small share by itself, and the rest comes
-- from one bucket a subject, in this table. Unlogged: a token bucket that a crash lost is full again within seconds anyway,
-- and what changes unlogged rows alone waits for no disk and no standby.
CREATE UNLOGGED TABLE rate_bucket (
  -- What is counted, by port: "bets", "desk-read".
  class text NOT NULL,
  -- The id of an account, or the keyed hash of an address.
  subject text NOT NULL,
  -- Below zero for who took more than there was.
  tokens float8 NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (class, subject)
) WITH (fillfactor = 50);

-- When a server last found itself alone: such a one grants whole limits by itself, and knows better at its next beat.
CREATE UNLOGGED TABLE node_alone (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  at timestamptz NOT NULL
);

-- Takes up to `wanted` tokens from a bucket that fills with `per_second` up to `burst`, or says in how many milliseconds there
-- is one. With `into_debt` it takes all of them, whatever there is, and nothing from a bucket that is in debt.
-- By the database's own clock, which no machine's drift moves, and which stands still for no test.
CREATE FUNCTION rate_take(
  the_class text, the_subject text, per_second float8, burst float8, wanted int, into_debt boolean,
  OUT given int, OUT wait_ms int
) LANGUAGE plpgsql AS $$
DECLARE
  -- A server that found itself alone grants whole limits until its next beat, two seconds later: only after that do the
  -- buckets here fill, from empty. An instant that is still to come is one of a clock that was set back.
  since timestamptz := coalesce(
    (SELECT n.at + interval '3 seconds' FROM node_alone n WHERE n.at <= clock_timestamp()), 'epoch');
  found_one rate_bucket;
  moment timestamptz;
  had float8;
BEGIN
  LOOP
    SELECT * INTO found_one FROM rate_bucket b
    WHERE b.class = the_class AND b.subject = the_subject FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO rate_bucket VALUES (the_class, the_subject, 0, since) ON CONFLICT DO NOTHING;
  END LOOP;
  -- Read after the lock, for which others may have been waited.
  moment := clock_timestamp();
  -- What was left here when a server was alone is worth nothing: that one granted it.
  IF found_one.at < since THEN
    found_one.tokens := least(0, found_one.tokens + per_second * extract(epoch FROM since - found_one.at)::float8);
    found_one.at := since;
  END IF;
  had := least(burst, found_one.tokens + per_second * greatest(0, extract(epoch FROM moment - found_one.at)::float8));
  given := CASE WHEN NOT into_debt THEN greatest(0, least(wanted, floor(had))) WHEN had >= 0 THEN wanted ELSE 0 END;
  UPDATE rate_bucket b SET tokens = had - given, at = greatest(moment, since)
  WHERE b.class = the_class AND b.subject = the_subject;
  wait_ms := CASE
    WHEN given > 0 OR had >= 0 AND into_debt THEN 0
    ELSE least(2147483647, ceil(1000 * (
      (1 - had) / per_second + greatest(0, extract(epoch FROM since - moment)::float8))))
  END;
END $$;

-- Deletes up to 500 rows of buckets that are full again, of these classes; returns how many.
CREATE FUNCTION rate_forget(classes text[], per_seconds float8[], bursts float8[]) RETURNS int LANGUAGE sql AS $$
  WITH gone AS (
    DELETE FROM rate_bucket WHERE (class, subject) IN (
      SELECT b.class, b.subject
      FROM rate_bucket b JOIN unnest(classes, per_seconds, bursts) AS c (class, per_second, burst) USING (class)
      WHERE b.tokens + c.per_second * extract(epoch FROM clock_timestamp() - b.at)::float8 >= c.burst
      LIMIT 500 FOR UPDATE OF b SKIP LOCKED)
    RETURNING 1)
  SELECT count(*)::int FROM gone
$$;
