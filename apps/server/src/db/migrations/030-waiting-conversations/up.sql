-- Since when a player waits for an answer, and how many lines they have written since the last one. That an operator has
-- read them is no answer: only answering or closing ends it.
ALTER TABLE conversation ADD COLUMN waiting_since timestamptz,
  ADD COLUMN waiting_lines int NOT NULL DEFAULT 0 CHECK (waiting_lines >= 0);
UPDATE conversation c SET waiting_since = unanswered.since, waiting_lines = unanswered.lines
FROM (
  SELECT l.player_id, min(l.created) AS since, count(*)::int AS lines FROM service_line l
  WHERE l.sender = 'player' AND l.id > coalesce(
    (SELECT max(d.id) FROM service_line d WHERE d.player_id = l.player_id AND d.sender = 'desk'), 0)
  GROUP BY l.player_id
) AS unanswered
WHERE unanswered.player_id = c.player_id AND c.status = 'open' AND c.last_from = 'player';
CREATE INDEX conversation_waiting ON conversation (waiting_since, player_id) WHERE waiting_since IS NOT NULL;
