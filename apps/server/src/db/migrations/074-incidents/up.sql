-- Runs with servers that know migration 071.
-- What goes wrong without anybody's doing, where each server can tell it to the desk.

-- Periods that the rules made void, until somebody at the desk has seen it. A server of an earlier version adds none.
CREATE TABLE rule_void (
  game text NOT NULL,
  period_no text NOT NULL,
  at timestamptz NOT NULL,
  cause text NOT NULL,
  -- Since when no server had run the draws, where that was the cause.
  still_since timestamptz,
  seen_by bigint REFERENCES operator (id),
  seen timestamptz,
  PRIMARY KEY (game, period_no),
  CHECK ((seen_by IS NULL) = (seen IS NULL))
);
CREATE INDEX rule_void_unseen ON rule_void (at) WHERE seen IS NULL;

-- Why no game takes bets, whatever its own switch says. A server of an earlier version goes on selling.
CREATE TABLE sale_stop (
  cause text PRIMARY KEY CHECK (cause IN ('desk', 'beacon')),
  since timestamptz NOT NULL,
  reason text,
  operator_id bigint REFERENCES operator (id),
  CHECK ((cause = 'desk') = (operator_id IS NOT NULL))
);

-- What the server that runs the draws asks outside, and has had no right answer from.
CREATE TABLE outside_silence (
  kind text NOT NULL,
  name text NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (kind, name)
);
