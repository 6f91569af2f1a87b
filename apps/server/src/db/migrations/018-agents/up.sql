-- Who invited whom: known at registration and kept for good. An inviter was there before, so that there is no circle.
ALTER TABLE player ADD CHECK (inviter_id < id);
CREATE INDEX player_inviter ON player (inviter_id, id) WHERE inviter_id IS NOT NULL;

CREATE FUNCTION keep_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who invited a player is kept for good' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER player_inviter_kept BEFORE UPDATE OF id, inviter_id ON player FOR EACH ROW
  WHEN (NEW.id <> OLD.id OR NEW.inviter_id IS DISTINCT FROM OLD.inviter_id) EXECUTE FUNCTION keep_inviter();

-- Everybody above a player, five levels up: level 1 invited the player, level 2 invited level 1, and so on. Written
-- with the player, by whatever statement that is.
CREATE SEQUENCE agent_line_place AS bigint;
CREATE TABLE agent_line (
  player_id bigint NOT NULL REFERENCES player (id),
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 5),
  agent_id bigint NOT NULL REFERENCES player (id),
  -- Where a list of the team stands; it tells nothing of the player.
  place bigint NOT NULL DEFAULT nextval('agent_line_place'),
  PRIMARY KEY (player_id, level)
);
CREATE UNIQUE INDEX agent_line_level ON agent_line (agent_id, level, place);
CREATE UNIQUE INDEX agent_line_team ON agent_line (agent_id, place);
CREATE TRIGGER agent_line_append_only BEFORE UPDATE OR DELETE ON agent_line
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE FUNCTION keep_agent_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO agent_line (player_id, level, agent_id)
  SELECT NEW.id, 1, NEW.inviter_id
  UNION ALL SELECT NEW.id, l.level + 1, l.agent_id FROM agent_line l WHERE l.player_id = NEW.inviter_id AND l.level < 5;
  RETURN NULL;
END $$;
CREATE TRIGGER player_agent_lines AFTER INSERT ON player FOR EACH ROW
  WHEN (NEW.inviter_id IS NOT NULL) EXECUTE FUNCTION keep_agent_lines();

-- Those who are there already.
WITH RECURSIVE line AS (
  SELECT id AS player_id, 1 AS level, inviter_id AS agent_id FROM player WHERE inviter_id IS NOT NULL
  UNION ALL
  SELECT l.player_id, l.level + 1, p.inviter_id FROM line l JOIN player p ON p.id = l.agent_id
  WHERE p.inviter_id IS NOT NULL AND l.level < 5
)
INSERT INTO agent_line (player_id, level, agent_id) SELECT player_id, level, agent_id FROM line ORDER BY player_id, level;

-- What turnover is worth, in hundredths of a percent: of a player's own, and of the team's by level. A day is worked
-- out by the newest plan among those that began last by then. The first is the one of the settings.
CREATE SEQUENCE commission_plan_id AS bigint;
CREATE TABLE commission_plan (
  id bigint PRIMARY KEY DEFAULT nextval('commission_plan_id'),
  from_day date NOT NULL,
  rebate int NOT NULL CHECK (rebate >= 0),
  levels int[] NOT NULL CHECK (cardinality(levels) <= 5 AND array_position(levels, NULL) IS NULL AND 0 <= ALL (levels)),
  operator_id bigint REFERENCES operator (id),
  reason text,
  created timestamptz NOT NULL,
  CHECK ((operator_id IS NULL) = (reason IS NULL))
);
CREATE UNIQUE INDEX commission_plan_first ON commission_plan ((operator_id IS NULL)) WHERE operator_id IS NULL;
CREATE INDEX commission_plan_day ON commission_plan (from_day, id);
CREATE TRIGGER commission_plan_append_only BEFORE UPDATE OR DELETE ON commission_plan
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE FUNCTION plan_of(the_day date) RETURNS SETOF commission_plan LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT * FROM commission_plan WHERE from_day <= the_day ORDER BY from_day DESC, id DESC LIMIT 1
$$;

-- What a player's orders that were settled on a day of the house cost, less what came back of them. Each settled
-- period is counted once, which `turnover_counted` remembers until its day is booked.
CREATE TABLE turnover_day (
  player_id bigint NOT NULL,
  day date NOT NULL,
  turnover bigint NOT NULL CHECK (turnover >= 0),
  PRIMARY KEY (player_id, day)
) WITH (fillfactor = 80);
CREATE INDEX turnover_day_day ON turnover_day (day);
CREATE TABLE turnover_counted (
  game text NOT NULL,
  period_no text NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (game, period_no)
);

-- A day of the house that rebate and commission were worked out for, once; `paid` when all of it is in the balances.
CREATE TABLE agent_book (
  day date PRIMARY KEY,
  plan_id bigint NOT NULL REFERENCES commission_plan (id),
  worked_out timestamptz NOT NULL,
  paid timestamptz
);
-- What a player gets for a day: level 0 is rebate on own turnover, 1 to 5 commission on the team's. Rounded down once.
CREATE TABLE agent_day (
  player_id bigint NOT NULL,
  day date NOT NULL REFERENCES agent_book (day),
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 5),
  turnover bigint NOT NULL CHECK (turnover > 0),
  rate int NOT NULL CHECK (rate >= 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (player_id, day, level)
);
CREATE INDEX agent_day_day ON agent_day (day, player_id);
CREATE TRIGGER agent_day_append_only BEFORE UPDATE OR DELETE ON agent_day
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- What of it was booked: a row and its transfer are written together, and the key lets no second one be.
CREATE TABLE agent_pay (
  player_id bigint NOT NULL,
  day date NOT NULL REFERENCES agent_book (day),
  kind text NOT NULL CHECK (kind IN ('rebate', 'commission')),
  amount bigint NOT NULL CHECK (amount > 0),
  created timestamptz NOT NULL,
  PRIMARY KEY (player_id, day, kind)
);
CREATE INDEX agent_pay_day ON agent_pay (day);
CREATE TRIGGER agent_pay_append_only BEFORE UPDATE OR DELETE ON agent_pay
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Gifts of the house, given at the desk: a large one waits for a second operator.
CREATE SEQUENCE gift_id AS bigint;
CREATE TABLE gift (
  id bigint PRIMARY KEY DEFAULT nextval('gift_id'),
  player_id bigint NOT NULL REFERENCES player (id),
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'given', 'cancelled')),
  asked_by bigint NOT NULL REFERENCES operator (id),
  asked timestamptz NOT NULL,
  -- Whether two people give it.
  by_two boolean NOT NULL,
  decided_by bigint REFERENCES operator (id),
  decided timestamptz,
  balance_after bigint,
  CHECK ((status = 'waiting') = (decided IS NULL) AND (decided IS NULL) = (decided_by IS NULL)),
  CHECK ((status = 'given') = (balance_after IS NOT NULL)),
  CHECK (status <> 'given' OR (decided_by <> asked_by) = by_two)
);
CREATE INDEX gift_player ON gift (player_id, id);
CREATE INDEX gift_waiting ON gift (id) WHERE status = 'waiting';
