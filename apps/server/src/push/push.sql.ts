import { sql } from "../db/database.ts";

/** The statements of what is pushed to devices. */

/** $1 session. */
export const DEVICE = sql`
  SELECT kinds, games, amounts, key_version FROM push_device WHERE family_id = $1`;

/** Whoever else used this browser: $1 blind indexes of its address, $2 session. */
export const TAKE_OVER = sql`
  DELETE FROM push_device WHERE found_by = ANY ($1::bytea[]) AND family_id <> $2`;

/**
 * $1 session, $2 player, $3 sealed, $4 blind index, $5 locale, $6 kinds, $7 games, $8 amounts, $9 version of the key. No row if
 * the session has ended meanwhile.
 */
export const SUBSCRIBE = sql`
  INSERT INTO push_device (family_id, player_id, subscription, found_by, locale, kinds, games, amounts, key_version, created)
  SELECT f.id, f.player_id, $3, $4, $5, $6, $7, $8, $9, house_clock()
  FROM session_family f WHERE f.id = $1 AND f.player_id = $2 AND f.revoked IS NULL FOR SHARE
  ON CONFLICT (family_id) DO UPDATE
    SET subscription = excluded.subscription, found_by = excluded.found_by, locale = excluded.locale,
        kinds = excluded.kinds, games = excluded.games, amounts = excluded.amounts, key_version = excluded.key_version
  RETURNING family_id`;

/** $1 session. What waits for the device goes with it. */
export const FORGET = sql`DELETE FROM push_device WHERE family_id = $1`;

/** Devices whose session has ended in any way: $1 idle and $2 age of a session, in milliseconds. */
export const FORGET_ENDED = sql`
  DELETE FROM push_device d USING session_family f, player p
  WHERE f.id = d.family_id AND p.id = d.player_id
    AND (f.revoked IS NOT NULL OR p.status <> 'active'
      OR f.rotated < house_clock() - $1::bigint * interval '1 millisecond'
      OR f.created < house_clock() - $2::bigint * interval '1 millisecond')`;

/** $1 kind, $2 players, $3 topics, $4 templates, $5 details as JSON texts, $6 seconds until each expires. */
export const QUEUE = sql`
  SELECT push_queue($1, $2::bigint[], $3::text[], $4::text[], $5::text[],
    ARRAY(SELECT c.now + s * interval '1 second' FROM unnest($6::int[]) WITH ORDINALITY AS u (s, place),
          (SELECT house_clock() AS now) AS c ORDER BY place))`;

/** $1 game, $2 period, $3 and $4 its sales, $5 its draw (epoch milliseconds), $6 seconds until it is stale. */
export const QUEUE_RESULTS = sql`
  SELECT push_queue_results($1, $2, to_timestamp($3::bigint / 1000.0), to_timestamp($4::bigint / 1000.0),
    to_timestamp($5::bigint / 1000.0) + $6::int * interval '1 second') AS queued`;

/**
 * Raises of limits that wait for their confirmation, and breaks that have ended, within the last day: no transaction of a
 * player writes either, since only time passes. Each is told once.
 */
export const QUEUE_PASSED = sql`
  INSERT INTO push_news (family_id, kind, topic, template, detail, created, expires, next_try)
  SELECT n.family_id, 'limits', n.topic, n.template, n.detail, c.now, n.since + interval '1 day', c.now
  FROM (SELECT house_clock() AS now) AS c
  CROSS JOIN LATERAL (
    SELECT d.family_id, 'raise ' || l.kind || ' ' || l.span || ' ' || epoch_ms(l.pending_from) AS topic,
           'raiseToConfirm' AS template, '{}'::jsonb AS detail, l.pending_from AS since
    FROM push_device d JOIN play_limit l ON l.player_id = d.player_id
    WHERE 'limits' = ANY (d.kinds) AND l.pending_from > greatest(d.created, c.now - interval '1 day') AND l.pending_from <= c.now
    UNION ALL
    SELECT d.family_id, 'break ' || epoch_ms(g.time_out_until), 'breakEnded', '{}', g.time_out_until
    FROM push_device d JOIN play_guard g ON g.player_id = d.player_id
    WHERE 'limits' = ANY (d.kinds) AND g.time_out_until > greatest(d.created, c.now - interval '1 day')
      AND g.time_out_until <= c.now AND g.blocked_until <= c.now
  ) AS n
  ON CONFLICT DO NOTHING`;

/**
 * News that are to be sent now, each by one server: the next try is set before it is sent, later each time. $1 rows, $2 the
 * longest wait in seconds, $3 and $4 idle and age of a session in milliseconds. What may not be sent any more has no device:
 * expired, of a session that has ended, or a result for a player who is on a break since.
 */
export const TAKE_DUE = sql`
  UPDATE push_news n
  SET tries = n.tries + 1, next_try = c.now + least($2::int, 5 * 2 ^ least(n.tries, 20)) * interval '1 second'
  FROM (
    SELECT id FROM push_news
    WHERE next_try <= house_clock() OR next_try > house_clock() + 2 * $2::int * interval '1 second'
    ORDER BY next_try LIMIT $1 FOR UPDATE SKIP LOCKED
  ) AS due, (SELECT house_clock() AS now) AS c, push_device d, session_family f, player p
  WHERE n.id = due.id AND d.family_id = n.family_id AND f.id = n.family_id AND p.id = d.player_id
  RETURNING n.id, n.family_id, n.kind, n.topic, n.template, n.detail, n.tries, d.player_id, d.subscription, d.locale,
    d.amounts, d.key_version, extract(epoch FROM n.expires - c.now)::int AS left_s,
    n.expires > c.now AND f.revoked IS NULL AND p.status = 'active'
      AND f.rotated >= c.now - $3::bigint * interval '1 millisecond'
      AND f.created >= c.now - $4::bigint * interval '1 millisecond'
      AND NOT (n.kind = 'results' AND play_shielded(d.player_id)) AS may_be_sent`;

/** $1 news. It stays until it expires, so that it is not told again. */
export const DONE = sql`UPDATE push_news SET next_try = NULL WHERE id = $1`;

/** $1 news, $2 seconds from now. */
export const LATER = sql`
  UPDATE push_news SET next_try = house_clock() + $2::int * interval '1 second' WHERE id = $1 AND next_try IS NOT NULL`;

/** $1 rows at once. */
export const FORGET_EXPIRED = sql`
  DELETE FROM push_news WHERE id IN (SELECT id FROM push_news WHERE expires <= house_clock() ORDER BY expires LIMIT $1)
  RETURNING id`;

/** How much waits, and for how long the oldest has been due. */
export const WAITING = sql`
  SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM house_clock() - min(created)), 0)::float8 AS seconds
  FROM push_news WHERE next_try IS NOT NULL AND expires > house_clock()`;

/**
 * What came of the player's bets on a period: $1 player, $2 game, $3 period. The bets are looked up by the days of the sale in their
 * ids: the period may have very many of others, and the player very many on others.
 */
export const RESULT = sql`
  SELECT p.numbers, sum(o.total)::bigint AS stake, coalesce(sum(w.payout), 0)::bigint AS payout,
         coalesce(sum(w.refund), 0)::bigint AS refund
  FROM period p
  JOIN LATERAL (
    SELECT o.player_id, o.id, o.game, o.period_no, o.total FROM bet_order o
    WHERE o.player_id = $1 AND o.accepted_at >= p.open_at AND o.accepted_at < p.close_at
      AND o.id >= dated_id(p.open_at, 0) AND o.id < dated_after(p.close_at)
    OFFSET 0
  ) AS o ON o.game = p.game AND o.period_no = p.period_no
  LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
  WHERE p.game = $2 AND p.period_no = $3 AND p.state = 'settled'
    AND NOT EXISTS (SELECT FROM bet_cancellation x WHERE x.player_id = o.player_id AND x.order_id = o.id)
  GROUP BY p.numbers`;

/** $1 player. */
export const OF_PLAYER = sql`SELECT count(*)::int AS devices FROM push_device WHERE player_id = $1`;

/** $1 player. Returns how many. */
export const FORGET_PLAYER = sql`DELETE FROM push_device WHERE player_id = $1 RETURNING family_id`;
