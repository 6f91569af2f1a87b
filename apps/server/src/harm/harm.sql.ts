import { sql } from "../db/database.ts";

/** Statements that score. */

/** Only one node at a time; the others skip the work instead of waiting. */
export const ALONE = sql`SELECT pg_try_advisory_xact_lock($1) AS alone`;

export const NOW = sql`SELECT epoch_ms(house_clock()) AS now`;

/** The day of the house's calendar; how far the scores have come. $1 the house's time zone. */
export const RUN = sql`
  SELECT epoch_ms(c.now) AS now, to_char(c.day, 'YYYY-MM-DD') AS day, r.day < c.day AS is_new, r.after_player
  FROM (SELECT k.now, (k.now AT TIME ZONE $1)::date AS day FROM (SELECT house_clock() AS now) AS k) AS c, harm_run r`;

/** $1 day, $2 the last player who was scored, or null when all were. */
export const SET_RUN = sql`UPDATE harm_run SET day = $1::date, after_player = $2`;

/** The next recharges that were credited; the newest seconds are left for later, as their transactions may still commit. $1 rows. */
export const CREDITED = sql`
  SELECT o.id, o.player_id AS player, o.finished
  FROM harm_run r CROSS JOIN LATERAL (
    SELECT id, player_id, finished FROM money_order
    WHERE type = 'recharge' AND status = 'passed' AND finished >= r.recharges_to
      AND (finished, id) > (r.recharges_to, r.recharge_id)
      AND finished <= house_clock() - interval '3 seconds'
    ORDER BY finished, id LIMIT $1
  ) AS o`;

/** $1 the last recharge that was looked at. */
export const SET_CREDITED = sql`
  UPDATE harm_run SET recharges_to = o.finished, recharge_id = o.id FROM money_order o WHERE o.id = $1`;

/** Keeps what was lost in the $2 minutes before these recharges ($1) were asked for: stakes of periods settled in them. */
export const KEEP_LOST = sql`
  INSERT INTO harm_recharge (order_id, player_id, at, lost)
  SELECT o.id, o.player_id, o.created, l.lost FROM money_order o CROSS JOIN LATERAL (
    SELECT sum(b.total - coalesce(w.payout + w.refund, 0))::bigint AS lost
    FROM bet_order b JOIN period p ON p.game = b.game AND p.period_no = b.period_no
    LEFT JOIN bet_win w ON w.player_id = b.player_id AND w.order_id = b.id
    WHERE b.player_id = o.player_id AND b.id >= dated_id(o.created - interval '1 day', 0)
      AND b.accepted_at >= o.created - interval '1 day' AND b.accepted_at < o.created
      AND p.settled_at > o.created - $2::int * interval '1 minute' AND p.settled_at <= o.created
      AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = b.player_id AND c.order_id = b.id)
  ) AS l
  WHERE o.id = ANY ($1::bigint[]) AND l.lost > 0
  ON CONFLICT DO NOTHING`;

/** Money orders of players ($1) since $2 (epoch milliseconds) that have ended. */
export const ORDERS = sql`
  SELECT o.player_id AS player, o.type = 'recharge' AS recharge, epoch_ms(o.created) AS at, o.amount::float8 AS amount,
         o.status = 'passed' AS passed, coalesce(r.lost, 0)::float8 AS lost
  FROM money_order o LEFT JOIN harm_recharge r ON r.order_id = o.id
  WHERE o.player_id = ANY ($1::bigint[]) AND o.type IN ('recharge', 'withdrawal') AND o.status <> 'pendingReview'
    AND o.id >= dated_id(to_timestamp($2::bigint / 1000.0), 0) AND o.created >= to_timestamp($2::bigint / 1000.0)
  ORDER BY o.player_id, o.created`;

/** Raises of limits that players ($1) asked for themselves since $2 (epoch milliseconds), and lines that asked for money. */
export const RAISES_AND_LINES = sql`
  SELECT player_id AS player, true AS raise, epoch_ms(at) AS at FROM play_limit_change
  WHERE player_id = ANY ($1::bigint[]) AND what = 'asked' AND at >= to_timestamp($2::bigint / 1000.0)
  UNION ALL
  SELECT player_id, false, epoch_ms(at) FROM harm_asked
  WHERE player_id = ANY ($1::bigint[]) AND at >= to_timestamp($2::bigint / 1000.0)`;

/** What is known of players ($1) whose accounts are not closed, with their latest case. */
export const STATES = sql`
  SELECT p.id AS player, coalesce(s.score, 0) AS score, coalesce(s.level, 0) AS level, s.player_id IS NULL AS is_new,
         epoch_ms(s.told) AS told, epoch_ms(s.offered) AS offered, play_blocked(p.id) AS on_break,
         c.id AS case_id, c.score AS case_score, epoch_ms(c.closed) AS case_closed
  FROM player p LEFT JOIN harm_state s ON s.player_id = p.id
  LEFT JOIN LATERAL (SELECT id, score, closed FROM harm_case WHERE player_id = p.id ORDER BY id DESC LIMIT 1) AS c ON true
  WHERE p.id = ANY ($1::bigint[]) AND p.status <> 'closed'`;

/**
 * Keeps scores: $1 players, $2 scores, $3 levels, $4 reasons as JSON texts, $5 and $6 whether they are told and offered limits
 * now, $7 the instant (epoch milliseconds), $8 days in which nothing tempts whoever is at level 2 or above.
 */
export const KEEP = sql`
  WITH given AS MATERIALIZED (
    SELECT g.*, to_timestamp($7::bigint / 1000.0) AS now
    FROM unnest($1::bigint[], $2::int[], $3::int[], $4::text[], $5::boolean[], $6::boolean[])
      AS g (player, score, level, reasons, tell, offer)
  ), noted AS (
    INSERT INTO harm_score (player_id, scored, score, level, reasons)
    SELECT g.player, g.now, g.score, g.level, g.reasons::jsonb
    FROM given g LEFT JOIN harm_state s ON s.player_id = g.player
    WHERE g.score <> coalesce(s.score, 0)
    ON CONFLICT DO NOTHING
  )
  INSERT INTO harm_state AS s (player_id, score, level, reasons, scored, guarded_until, told, offered)
  SELECT g.player, g.score, g.level, g.reasons::jsonb, g.now,
         CASE WHEN g.level >= 2 THEN g.now + $8::int * interval '1 day' ELSE '-infinity' END,
         CASE WHEN g.tell THEN g.now END, CASE WHEN g.offer THEN g.now END
  FROM given g
  ON CONFLICT (player_id) DO UPDATE SET score = excluded.score, level = excluded.level, reasons = excluded.reasons,
    scored = excluded.scored, guarded_until = greatest(s.guarded_until, excluded.guarded_until),
    told = coalesce(excluded.told, s.told), offered = coalesce(excluded.offered, s.offered)`;

/** Opens a case. $1 player, $2 score, $3 reasons as JSON text, $4 staked, $5 recharged, $6 nights, $7 instant (epoch ms). */
export const OPEN_CASE = sql`
  WITH opened AS (
    INSERT INTO harm_case (player_id, opened, score, reasons, staked_before, recharged_before, nights_before)
    VALUES ($1, to_timestamp($7::bigint / 1000.0), $2, $3::jsonb, $4, $5, $6)
    ON CONFLICT (player_id) WHERE closed IS NULL DO NOTHING RETURNING id, opened
  )
  INSERT INTO harm_case_event (case_id, what, words, at) SELECT id, 'opened', '', opened FROM opened`;

/** Opens a case of who may be under age, or makes the open one that; parameters as of `OPEN_CASE`. */
export const OPEN_UNDER_AGE = sql`
  WITH opened AS (
    INSERT INTO harm_case (player_id, opened, score, reasons, staked_before, recharged_before, nights_before, cause)
    VALUES ($1, to_timestamp($7::bigint / 1000.0), $2, $3::jsonb, $4, $5, $6, 'underAge')
    ON CONFLICT (player_id) WHERE closed IS NULL DO UPDATE SET cause = 'underAge' RETURNING id
  )
  INSERT INTO harm_case_event (case_id, what, words, at)
  SELECT id, 'opened', '', to_timestamp($7::bigint / 1000.0) FROM opened`;

/** An open case keeps the highest score. $1 players, $2 scores, $3 reasons as JSON texts. */
export const RAISE_CASES = sql`
  UPDATE harm_case c SET score = g.score, reasons = g.reasons::jsonb
  FROM unnest($1::bigint[], $2::int[], $3::text[]) AS g (player, score, reasons)
  WHERE c.player_id = g.player AND c.closed IS NULL AND g.score > c.score`;

/** Cases closed $1 days ago or more that were not measured yet. $2 rows. */
export const UNMEASURED = sql`
  SELECT id, player_id AS player, epoch_ms(closed) AS closed FROM harm_case
  WHERE measured IS NULL AND closed <= house_clock() - $1::int * interval '1 day' ORDER BY closed LIMIT $2`;

/** $1 case, $2 staked, $3 recharged, $4 nights. */
export const MEASURE = sql`
  WITH done AS (
    UPDATE harm_case SET staked_after = $2, recharged_after = $3, nights_after = $4, measured = house_clock()
    WHERE id = $1 AND measured IS NULL RETURNING id, measured
  )
  INSERT INTO harm_case_event (case_id, what, words, at) SELECT id, 'measured', '', measured FROM done`;

/** Players at level 1, 2 and 3, and open cases older than $1 hours. */
export const FIGURES = sql`
  SELECT (SELECT count(*) FROM harm_state WHERE level = 1)::int AS one,
         (SELECT count(*) FROM harm_state WHERE level = 2)::int AS two,
         (SELECT count(*) FROM harm_state WHERE level = 3)::int AS three,
         (SELECT count(*) FROM harm_case WHERE closed IS NULL
            AND opened < house_clock() - $1::int * interval '1 hour')::int AS late`;

/** Notes that a line of a player ($1) to customer service asked for money. */
export const NOTE_ASKED = sql`
  INSERT INTO harm_asked (player_id, at) VALUES ($1, house_clock()) ON CONFLICT DO NOTHING`;

/** What the player ($1) may read of it. */
export const CARE = sql`
  SELECT level, reasons, offered IS NOT NULL AND answered IS DISTINCT FROM greatest(answered, offered)
           AND level >= 2 AND NOT play_blocked($1) AS offer
  FROM harm_state WHERE player_id = $1`;

export const ANSWER = sql`UPDATE harm_state SET answered = house_clock() WHERE player_id = $1`;

/** Deletes what is older than $1 days, $2 rows at once, and what scoring needs no more; answers how many rows. */
export const FORGET_SCORES = sql`
  WITH gone AS (
    DELETE FROM harm_score WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM harm_score WHERE scored < house_clock() - $1::int * interval '1 day' LIMIT $2))
    RETURNING 1
  ) SELECT count(*)::int AS rows FROM gone`;

export const FORGET_STATES = sql`
  WITH gone AS (
    DELETE FROM harm_state WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM harm_state WHERE scored < house_clock() - $1::int * interval '1 day' LIMIT $2))
    RETURNING 1
  ) SELECT count(*)::int AS rows FROM gone`;

export const FORGET_RECHARGES = sql`
  WITH gone AS (
    DELETE FROM harm_recharge WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM harm_recharge WHERE at < house_clock() - $1::int * interval '1 day' LIMIT $2))
    RETURNING 1
  ) SELECT count(*)::int AS rows FROM gone`;

export const FORGET_LINES = sql`
  WITH gone AS (
    DELETE FROM harm_asked WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM harm_asked WHERE at < house_clock() - $1::int * interval '1 day' LIMIT $2))
    RETURNING 1
  ) SELECT count(*)::int AS rows FROM gone`;
