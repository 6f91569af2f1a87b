-- Markers of harm: a score of each player from what they did, with its reasons, and what the house does about it.

-- The score in force, and when each step was last taken.
CREATE TABLE harm_state (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  score int NOT NULL CHECK (score BETWEEN 0 AND 100),
  -- 0 none, 1 a message, 2 an offer of limits, 3 the desk.
  level int NOT NULL CHECK (level BETWEEN 0 AND 3),
  -- [{ signal, points, value }], most points first.
  reasons jsonb NOT NULL,
  scored timestamptz NOT NULL,
  -- Before this nothing that may tempt to play reaches the player.
  guarded_until timestamptz NOT NULL DEFAULT '-infinity',
  told timestamptz,
  offered timestamptz,
  -- When the player last answered the offer.
  answered timestamptz
) WITH (fillfactor = 80);
CREATE INDEX harm_state_level ON harm_state (level) WHERE level > 0;

-- Each score that differed from the one before.
CREATE TABLE harm_score (
  player_id bigint NOT NULL,
  scored timestamptz NOT NULL,
  score int NOT NULL,
  level int NOT NULL,
  reasons jsonb NOT NULL,
  PRIMARY KEY (player_id, scored)
);
CREATE INDEX harm_score_scored ON harm_score (scored);

-- What was lost in the minutes before a recharge was asked for: worked out once, just after it.
CREATE TABLE harm_recharge (
  order_id bigint PRIMARY KEY,
  player_id bigint NOT NULL,
  at timestamptz NOT NULL,
  lost bigint NOT NULL CHECK (lost > 0)
);
CREATE INDEX harm_recharge_at ON harm_recharge (at);

-- That a line to customer service asked for money. The line itself is sealed; only the fact is here.
CREATE TABLE harm_asked (
  player_id bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, at)
);
CREATE INDEX harm_asked_at ON harm_asked (at);

-- How far the scores of the night have come, and which recharges have been looked at.
CREATE TABLE harm_run (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  -- The day of the house's calendar that is scored, up to this player; null when all are.
  day date NOT NULL DEFAULT '-infinity',
  after_player bigint,
  recharges_to timestamptz NOT NULL,
  recharge_id bigint NOT NULL DEFAULT 0
);
INSERT INTO harm_run (recharges_to) VALUES (house_clock() - interval '30 days');

-- The desk's cases: one open at most for a player.
CREATE SEQUENCE harm_case_id AS bigint START 1001;
CREATE TABLE harm_case (
  id bigint PRIMARY KEY DEFAULT nextval('harm_case_id'),
  player_id bigint NOT NULL REFERENCES player (id),
  opened timestamptz NOT NULL,
  -- The highest score and its reasons while it is open.
  score int NOT NULL,
  reasons jsonb NOT NULL,
  assigned_to bigint REFERENCES operator (id),
  closed timestamptz,
  closed_by bigint REFERENCES operator (id),
  outcome text CHECK (outcome IN ('message', 'call', 'limit', 'timeOut', 'none')),
  reason text,
  -- The 30 days before it was opened, and the 30 after it was closed.
  staked_before bigint NOT NULL,
  recharged_before bigint NOT NULL,
  nights_before int NOT NULL,
  staked_after bigint,
  recharged_after bigint,
  nights_after int,
  measured timestamptz,
  CHECK (num_nonnulls(closed, closed_by, outcome, reason) IN (0, 4)),
  CHECK (num_nonnulls(staked_after, recharged_after, nights_after, measured) IN (0, 4))
);
CREATE UNIQUE INDEX harm_case_open ON harm_case (player_id) WHERE closed IS NULL;
CREATE INDEX harm_case_player ON harm_case (player_id, id);
CREATE INDEX harm_case_unmeasured ON harm_case (closed) WHERE measured IS NULL;

-- What happened in a case, as a record.
CREATE TABLE harm_case_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES harm_case (id),
  what text NOT NULL CHECK (what IN ('opened', 'assigned', 'note', 'closed', 'measured')),
  operator_id bigint REFERENCES operator (id),
  words text NOT NULL DEFAULT '',
  at timestamptz NOT NULL
);
CREATE INDEX harm_case_event_case ON harm_case_event (case_id, id);
CREATE TRIGGER harm_case_event_append_only BEFORE UPDATE OR DELETE ON harm_case_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Whether nothing that may tempt to play is to reach a player: on a break, or because of markers of harm.
CREATE FUNCTION play_shielded(the_player bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM play_guard WHERE player_id = the_player AND blocked_until > house_clock())
      OR EXISTS (SELECT FROM harm_state WHERE player_id = the_player AND guarded_until > house_clock())
$$;
