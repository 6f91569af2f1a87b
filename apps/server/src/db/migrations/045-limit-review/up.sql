-- The pace of play that the rules in force ask for: after so many minutes of play a reality check must be answered and a
-- pause follows. Without a row, as under most rules, nothing is asked for.
CREATE TABLE play_pace (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- Minutes of play until the check of a player who has chosen nothing shorter, and minutes of the pause after it.
  check_minutes int NOT NULL CHECK (check_minutes > 0),
  pause_minutes int NOT NULL CHECK (pause_minutes > 0)
);

ALTER TABLE play_guard
  -- When the player last said that the deposit limits are as they should be.
  ADD COLUMN limits_reviewed timestamptz,
  -- From then on bets are refused until the reality check is answered; infinity before the first bet after an answer.
  ADD COLUMN check_at timestamptz NOT NULL DEFAULT 'infinity',
  -- When the player last placed a bet, or tried to.
  ADD COLUMN play_seen timestamptz NOT NULL DEFAULT '-infinity',
  -- Until then bets are refused although the check was answered.
  ADD COLUMN pause_until timestamptz NOT NULL DEFAULT '-infinity';

-- How long nobody may have played for the next bet to begin anew: the same for the clock of the app.
CREATE FUNCTION play_away() RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT interval '30 minutes' $$;

-- Notes that these players play now, whose cash is locked, unless they must pause. The first bet sets when the next check
-- is to be answered.
CREATE FUNCTION play_keep_pace(players bigint[], now timestamptz, minutes int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO play_guard AS g (player_id, check_at, play_seen)
  SELECT p, now + minutes * interval '1 minute', now FROM unnest(players) AS p
  ON CONFLICT (player_id) DO UPDATE SET
    play_seen = now,
    check_at = CASE WHEN g.check_at = 'infinity' OR g.play_seen <= now - play_away()
      THEN now + coalesce(g.reality_check_minutes, minutes) * interval '1 minute' ELSE g.check_at END
  WHERE g.blocked_until <= now AND g.pause_until <= now AND (g.check_at > now OR g.play_seen <= now - play_away())
$$;

-- Answers a player's reality check. The pause begins when the check was due, since then no bet was accepted; an answer before
-- that counts it from the last bet, so that nobody gets around it.
CREATE FUNCTION play_answer_check(the_player bigint, now timestamptz) RETURNS void LANGUAGE sql AS $$
  UPDATE play_guard g SET check_at = 'infinity', pause_until = greatest(
    g.pause_until, CASE WHEN g.check_at <= now THEN g.check_at ELSE g.play_seen END + p.pause_minutes * interval '1 minute')
  FROM play_pace p WHERE g.player_id = the_player AND g.check_at < 'infinity'
$$;

-- As before, and where the rules ask for pauses, blocked during one and while a check waits for its answer.
CREATE OR REPLACE FUNCTION play_guards(
  players bigint[], now timestamptz, OUT blocked boolean[], OUT stake_ceiling bigint[], OUT loss_ceiling bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
  stale bigint[];
  minutes int;
  paced boolean;
BEGIN
  SELECT check_minutes INTO minutes FROM play_pace;
  paced := minutes IS NOT NULL;
  IF paced THEN PERFORM play_keep_pace(players, now, minutes); END IF;
  LOOP
    SELECT array_agg(g.blocked_until > now OR paced AND (g.pause_until > now OR g.check_at <= now) ORDER BY p.place),
           array_agg(g.stake_ceiling ORDER BY p.place), array_agg(g.loss_ceiling ORDER BY p.place),
           array_agg(p.player) FILTER (WHERE g.ceilings_until <= now)
      INTO blocked, stake_ceiling, loss_ceiling, stale
    FROM unnest(players) WITH ORDINALITY AS p (player, place)
    LEFT JOIN LATERAL (SELECT * FROM play_guard WHERE player_id = p.player LIMIT 1) AS g ON true;
    EXIT WHEN stale IS NULL;
    PERFORM play_refresh_guard(s.player, now) FROM unnest(stale) AS s (player);
  END LOOP;
END $$;
