-- Runs with servers that know migration 052.

-- Whose queue is full is looked up once a statement: counted for each device, it was looked for among the rows that the same
-- statement had just written, which took seconds where twenty thousand devices had bet in one period.
CREATE OR REPLACE FUNCTION push_queue(
  the_kind text, players bigint[], topics text[], templates text[], details text[], expiries timestamptz[]
) RETURNS void LANGUAGE sql AS $$
  WITH full_queue AS MATERIALIZED (
    SELECT w.family_id FROM push_device d JOIN push_news w ON w.family_id = d.family_id AND w.next_try IS NOT NULL
    WHERE d.player_id = ANY (players) GROUP BY w.family_id HAVING count(*) >= 20
  )
  INSERT INTO push_news (family_id, kind, topic, template, detail, created, expires, next_try)
  SELECT d.family_id, the_kind, n.topic, n.template, n.detail::jsonb, c.now, n.expires, c.now
  FROM (SELECT house_clock() AS now) AS c
  CROSS JOIN unnest(players, topics, templates, details, expiries) AS n (player, topic, template, detail, expires)
  JOIN push_device d ON d.player_id = n.player AND the_kind = ANY (d.kinds)
  WHERE n.expires > c.now AND d.family_id NOT IN (SELECT f.family_id FROM full_queue f)
  ON CONFLICT DO NOTHING
$$;

CREATE OR REPLACE FUNCTION push_queue_results(
  the_game text, the_period text, opened timestamptz, closed timestamptz, until timestamptz
) RETURNS bigint LANGUAGE sql AS $$
  WITH clock AS MATERIALIZED (SELECT house_clock() AS now),
  wanting AS MATERIALIZED (
    SELECT d.family_id, d.player_id FROM push_device d, clock c WHERE until > c.now AND d.games @> ARRAY[the_game]
  ),
  full_queue AS MATERIALIZED (
    SELECT w.family_id FROM push_news w
    WHERE w.next_try IS NOT NULL AND EXISTS (SELECT FROM wanting) GROUP BY w.family_id HAVING count(*) >= 20
  ),
  betting AS MATERIALIZED (
    SELECT d.family_id, d.player_id FROM wanting d
    WHERE EXISTS (
      SELECT FROM bet_order o
      WHERE o.player_id = d.player_id AND o.game = the_game AND o.period_no = the_period
        AND o.accepted_at >= opened AND o.accepted_at < closed
        AND NOT EXISTS (SELECT FROM bet_cancellation x WHERE x.player_id = o.player_id AND x.order_id = o.id))
  ),
  added AS (
    INSERT INTO push_news (family_id, kind, topic, template, detail, created, expires, next_try)
    SELECT d.family_id, 'results', 'result ' || the_game || ' ' || the_period, 'result',
           jsonb_build_object('game', the_game, 'period', the_period), c.now, until, c.now
    FROM clock AS c CROSS JOIN betting d
    WHERE d.family_id NOT IN (SELECT f.family_id FROM full_queue f) AND NOT play_shielded(d.player_id)
    ON CONFLICT DO NOTHING RETURNING 1
  )
  SELECT count(*) FROM added
$$;
