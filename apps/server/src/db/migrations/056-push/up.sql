-- Runs with servers that know migration 052.

-- Devices to which something is pushed, one a session: it ends with the session.
CREATE TABLE push_device (
  family_id uuid PRIMARY KEY REFERENCES session_family (id) ON DELETE CASCADE,
  player_id bigint NOT NULL REFERENCES player (id),
  -- Sealed JSON: the address at the push service, which names a person, and the device's keys.
  subscription bytea NOT NULL,
  -- Blind index of the address: a browser whose player has changed belongs to the new one alone.
  found_by bytea NOT NULL,
  locale text NOT NULL,
  kinds text[] NOT NULL CHECK (kinds <@ ARRAY['results', 'money', 'limits']),
  -- Of which games results are pushed; none without that kind.
  games text[] NOT NULL,
  amounts boolean NOT NULL,
  -- Version of the key with which it subscribed.
  key_version int NOT NULL,
  created timestamptz NOT NULL
);
CREATE INDEX push_device_player ON push_device (player_id);
CREATE INDEX push_device_found_by ON push_device (found_by);
CREATE INDEX push_device_games ON push_device USING gin (games);

-- What is to be pushed: written in the transaction of what it tells, sent after its commit by one of the servers. A row
-- stays until it expires, so that nothing is told twice.
CREATE TABLE push_news (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  family_id uuid NOT NULL REFERENCES push_device (family_id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('results', 'money', 'limits')),
  -- What it is about; told once a device.
  topic text NOT NULL,
  template text NOT NULL,
  detail jsonb NOT NULL,
  created timestamptz NOT NULL,
  -- From then on it is not sent any more.
  expires timestamptz NOT NULL,
  -- Null once it was sent or given up.
  next_try timestamptz,
  tries int NOT NULL DEFAULT 0,
  UNIQUE (family_id, topic)
);
CREATE INDEX push_news_due ON push_news (next_try) WHERE next_try IS NOT NULL;
CREATE INDEX push_news_expires ON push_news (expires);

-- Queues a piece of news for the devices of players who want its kind: element i of each list is one. Not more than 20
-- wait for a device, so that the queue is bounded by the devices there are.
CREATE FUNCTION push_queue(
  the_kind text, players bigint[], topics text[], templates text[], details text[], expiries timestamptz[]
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO push_news (family_id, kind, topic, template, detail, created, expires, next_try)
  SELECT d.family_id, the_kind, n.topic, n.template, n.detail::jsonb, c.now, n.expires, c.now
  FROM (SELECT house_clock() AS now) AS c
  CROSS JOIN unnest(players, topics, templates, details, expiries) AS n (player, topic, template, detail, expires)
  JOIN push_device d ON d.player_id = n.player AND the_kind = ANY (d.kinds)
  WHERE n.expires > c.now
    AND (SELECT count(*) FROM push_news w WHERE w.family_id = d.family_id AND w.next_try IS NOT NULL) < 20
  ON CONFLICT DO NOTHING
$$;

-- Queues the result of a period for each device whose player bet in it and wants that game, but nobody who is on a break
-- or has markers of harm. Driven by the devices: without any that wants the game it looks at no bet.
CREATE FUNCTION push_queue_results(
  the_game text, the_period text, opened timestamptz, closed timestamptz, until timestamptz
) RETURNS bigint LANGUAGE sql AS $$
  WITH clock AS MATERIALIZED (SELECT house_clock() AS now),
  added AS (
    INSERT INTO push_news (family_id, kind, topic, template, detail, created, expires, next_try)
    SELECT d.family_id, 'results', 'result ' || the_game || ' ' || the_period, 'result',
           jsonb_build_object('game', the_game, 'period', the_period), c.now, until, c.now
    FROM clock AS c CROSS JOIN push_device d
    WHERE until > c.now AND d.games @> ARRAY[the_game] AND NOT play_shielded(d.player_id)
      AND (SELECT count(*) FROM push_news w WHERE w.family_id = d.family_id AND w.next_try IS NOT NULL) < 20
      AND EXISTS (
        SELECT FROM bet_order o
        WHERE o.player_id = d.player_id AND o.game = the_game AND o.period_no = the_period
          AND o.accepted_at >= opened AND o.accepted_at < closed
          AND NOT EXISTS (SELECT FROM bet_cancellation x WHERE x.player_id = o.player_id AND x.order_id = o.id))
    ON CONFLICT DO NOTHING RETURNING 1
  )
  SELECT count(*) FROM added
$$;
