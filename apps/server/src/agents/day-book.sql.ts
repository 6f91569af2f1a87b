import { sql } from "../db/database.ts";

/** Only one node at a time; the others skip the work instead of waiting. */
export const ALONE = sql`SELECT pg_try_advisory_xact_lock($1) AS alone`;

/**
 * Adds the turnover of judged periods to the days they were settled on, each period once, without stakes that are left
 * out. $1 time zone, $2 the first day that is not worked out yet, $3 maximum of periods. Returns how many were counted.
 */
export const COUNT = sql`
  WITH due AS (
    SELECT p.game, p.period_no, p.open_at, p.close_at, (p.settled_at AT TIME ZONE $1)::date AS day FROM period p
    WHERE p.state = 'settled' AND p.judged_at IS NOT NULL AND p.turnover > 0
      AND p.settled_at >= day_start($2::date, $1)
      AND NOT EXISTS (SELECT FROM turnover_counted c WHERE c.game = p.game AND c.period_no = p.period_no)
    ORDER BY p.settled_at LIMIT $3
  ), counted AS (
    INSERT INTO turnover_counted (game, period_no, day) SELECT game, period_no, day FROM due ORDER BY game, period_no
    ON CONFLICT DO NOTHING RETURNING game, period_no
  ), spent AS (
    SELECT o.player_id, d.day, d.game, d.period_no, sum(o.total - coalesce(w.refund, 0))::bigint AS turnover
    FROM due d JOIN counted USING (game, period_no)
    JOIN bet_order o ON o.game = d.game AND o.period_no = d.period_no AND o.accepted_at >= d.open_at AND o.accepted_at < d.close_at
    LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
    WHERE NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)
    GROUP BY o.player_id, d.day, d.game, d.period_no
  ), counts AS (
    SELECT s.player_id, s.day, sum(s.turnover - coalesce(l.amount, 0))::bigint AS turnover
    FROM spent s LEFT JOIN turnover_left_out l ON l.player_id = s.player_id AND l.game = s.game AND l.period_no = s.period_no
    GROUP BY s.player_id, s.day
  ), kept AS (
    INSERT INTO turnover_day AS t (player_id, day, turnover)
    SELECT player_id, day, turnover FROM counts WHERE turnover > 0 ORDER BY player_id, day
    ON CONFLICT (player_id, day) DO UPDATE SET turnover = t.turnover + excluded.turnover
  )
  SELECT count(*)::int AS periods FROM counted`;

/**
 * The first day that is not worked out yet, and whether it can be: over, with all its periods settled and judged. No
 * row before the first plan. $1 time zone.
 */
export const NEXT_DAY = sql`
  WITH next AS (
    SELECT coalesce((SELECT max(day) + 1 FROM agent_book), (SELECT min(from_day) FROM commission_plan)) AS day
  )
  SELECT to_char(day, 'YYYY-MM-DD') AS day, (house_clock() AT TIME ZONE $1)::date > day AS over, money_stopped() AS stopped,
         EXISTS (SELECT FROM period WHERE state IN ('open', 'closed', 'drawn')
                   AND draw_at < day_start(day + 1, $1))
         OR EXISTS (SELECT FROM period WHERE state = 'settled' AND judged_at IS NULL
                   AND settled_at < day_start(day + 1, $1)) AS unsettled
  FROM next WHERE day IS NOT NULL`;

/** Whether all turnover of a day is counted, except what is left out. $1 time zone, $2 day. */
export const ALL_COUNTED = sql`
  SELECT (SELECT coalesce(sum(turnover), 0) FROM turnover_day WHERE day = $2::date)
       = (SELECT coalesce(sum(turnover), 0) FROM period WHERE state = 'settled'
            AND settled_at >= day_start($2::date, $1)
            AND settled_at < day_start($2::date + 1, $1))
       - (SELECT coalesce(sum(amount), 0) FROM turnover_left_out
          WHERE settled_at >= day_start($2::date, $1)
            AND settled_at < day_start($2::date + 1, $1)) AS counted`;

/** No row when the day is worked out already. $1 day. */
export const ADD_BOOK = sql`
  INSERT INTO agent_book (day, plan_id, worked_out)
  SELECT $1::date, p.id, house_clock() FROM plan_of($1::date) p ON CONFLICT DO NOTHING RETURNING day`;

/** Works a day out by its plan; own turnover is level 0. Closed accounts get nothing. $1 day. */
export const WORK_OUT = sql`
  INSERT INTO agent_day (player_id, day, level, turnover, rate, amount)
  SELECT w.player_id, $1::date, w.level, w.turnover, w.rate, w.turnover * w.rate / 10000
  FROM (
    SELECT t.player_id, 0 AS level, t.turnover, p.rebate AS rate
    FROM turnover_day t CROSS JOIN plan_of($1::date) p WHERE t.day = $1::date
    UNION ALL
    SELECT l.agent_id, l.level, sum(t.turnover)::bigint, p.levels[l.level]
    FROM turnover_day t JOIN agent_line l ON l.player_id = t.player_id CROSS JOIN plan_of($1::date) p
    WHERE t.day = $1::date AND l.level <= cardinality(p.levels) GROUP BY l.agent_id, l.level, p.levels
  ) AS w JOIN player o ON o.id = w.player_id AND o.status <> 'closed'`;

export const FORGET_COUNTED = sql`DELETE FROM turnover_counted WHERE day <= $1::date`;

/** The oldest day that is worked out and not fully paid. */
export const UNPAID = sql`
  SELECT to_char(min(day), 'YYYY-MM-DD') AS day FROM agent_book WHERE paid IS NULL`;

/** The next players to be paid. $1 day, $2 after this player, $3 maximum of players. */
export const NEXT_PLAYERS = sql`
  SELECT DISTINCT player_id FROM agent_day WHERE day = $1::date AND player_id > $2 AND amount > 0
  ORDER BY player_id LIMIT $3`;

/** Writes what these players earned; the key prevents writing it twice. $1 day, $2 players. */
export const KEEP_PAY = sql`
  INSERT INTO agent_pay (player_id, day, kind, amount, created)
  SELECT d.player_id, d.day, CASE d.level WHEN 0 THEN 'rebate' ELSE 'commission' END, sum(d.amount)::bigint, house_clock()
  FROM agent_day d JOIN player o ON o.id = d.player_id AND o.status <> 'closed'
  WHERE d.day = $1::date AND d.player_id = ANY ($2::bigint[]) AND d.amount > 0
  GROUP BY 1, 2, 3 ORDER BY 1, 3
  ON CONFLICT DO NOTHING RETURNING player_id, kind, amount`;

/** $1 players, $2 their balances. */
export const TELL_BALANCES = sql`SELECT tell_balances($1::bigint[], $2::bigint[])`;

export const MARK_PAID = sql`
  UPDATE agent_book SET paid = house_clock() WHERE day = $1::date AND paid IS NULL RETURNING day`;

/** Players with turnover on a day. $1 day. */
export const PLAYED = sql`SELECT player_id FROM turnover_day WHERE day = $1::date ORDER BY player_id`;
