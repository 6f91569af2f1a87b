-- Undoes the statement that asks, with LT002, where the clock said something that the server did not expect (both epoch
-- ms): a bet taken by a clock that leapt would be in a period that nobody else sees on sale. The clock may be read a
-- minute after the statement was sent, for it may have waited; five seconds are what a correction may set back. NULL
-- expects nothing.
CREATE FUNCTION clock_as_expected(at_ms bigint, expected_ms bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF at_ms NOT BETWEEN expected_ms - 5000 AND expected_ms + 60000 THEN
    RAISE EXCEPTION 'the clock says % where % was expected', at_ms, expected_ms USING ERRCODE = 'LT002';
  END IF;
  RETURN true;
END $$;
