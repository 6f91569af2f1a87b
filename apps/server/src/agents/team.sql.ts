import { sql } from "../db/database.ts";

export const INVITE_CODE = sql`SELECT invite_code FROM player WHERE id = $1`;

export const TEAM_SIZE = sql`
  SELECT level::int AS level, count(*)::int AS players FROM agent_line WHERE agent_id = $1 GROUP BY level ORDER BY level`;

/** Today and the first day of the month, by the server's clock, and the last paid day. $1 time zone. */
export const DATES = sql`
  SELECT to_char(t.day, 'YYYY-MM-DD') AS today, to_char(t.day - 1, 'YYYY-MM-DD') AS yesterday,
         to_char(date_trunc('month', t.day), 'YYYY-MM-DD') AS month,
         to_char((SELECT max(day) FROM agent_book WHERE paid IS NOT NULL), 'YYYY-MM-DD') AS booked
  FROM (SELECT (house_clock() AT TIME ZONE $1)::date AS day) AS t`;

/** Days that are not worked out yet, up to today. $1 time zone. */
export const OPEN_DAYS = sql`
  SELECT to_char(day, 'YYYY-MM-DD') AS day FROM generate_series(
    coalesce((SELECT max(day) + 1 FROM agent_book), (SELECT min(from_day) FROM commission_plan)),
    (house_clock() AT TIME ZONE $1)::date, interval '1 day') AS day`;

/**
 * An agent's days by level, newest first: days that are worked out as stored, later ones from what was counted so far.
 * $1 agent, $2 first day or null, $3 last day or null, $4 only earlier days or null, $5 maximum of days or null, $6 the
 * days not worked out yet.
 */
export const DAYS = sql`
  WITH found AS (
    SELECT d.day, d.level::int AS level, d.turnover, d.rate, d.amount, b.paid IS NOT NULL AS booked
    FROM agent_day d JOIN agent_book b ON b.day = d.day WHERE d.player_id = $1
    UNION ALL
    SELECT t.day, 0, t.turnover, p.rebate, t.turnover * p.rebate / 10000, false
    FROM turnover_day t CROSS JOIN LATERAL plan_of(t.day) p
    WHERE t.player_id = $1 AND t.day = ANY ($6::date[]) AND t.turnover > 0
      AND NOT EXISTS (SELECT FROM agent_book b WHERE b.day = t.day)
    UNION ALL
    SELECT s.day, s.level, s.turnover, p.levels[s.level], s.turnover * p.levels[s.level] / 10000, false
    FROM (
      SELECT t.day, l.level::int AS level, sum(t.turnover)::bigint AS turnover
      FROM agent_line l JOIN turnover_day t ON t.player_id = l.player_id
      WHERE l.agent_id = $1 AND t.day = ANY ($6::date[]) GROUP BY t.day, l.level
    ) AS s CROSS JOIN LATERAL plan_of(s.day) p
    WHERE NOT EXISTS (SELECT FROM agent_book b WHERE b.day = s.day) AND s.turnover > 0 AND s.level <= cardinality(p.levels)
  ), ranked AS (
    SELECT *, dense_rank() OVER (ORDER BY day DESC) AS place FROM found
    WHERE ($2::date IS NULL OR day >= $2) AND ($3::date IS NULL OR day <= $3) AND ($4::date IS NULL OR day < $4)
  )
  SELECT to_char(day, 'YYYY-MM-DD') AS day, level, turnover, rate, amount, booked FROM ranked
  WHERE $5::int IS NULL OR place <= $5 ORDER BY day DESC, level`;

/**
 * Members of a team, newest first. $1 agent, $2 level or null, $3 only lower places or null, $4 rows, $5 first day or
 * null,
 * $6 last day or null, $7 time zone.
 */
export const TEAM = sql`
  SELECT l.place, l.level::int AS level, m.id, m.username, m.status, i.id AS inviter_id, i.username AS inviter_name,
         epoch_ms(m.created) AS created_ms, to_char(m.created AT TIME ZONE $7, 'YYYY-MM-DD') AS joined,
         coalesce(f.turnover, 0)::bigint AS turnover, coalesce(f.commission, 0)::bigint AS commission
  FROM (
    SELECT * FROM agent_line WHERE agent_id = $1 AND ($2::smallint IS NULL OR level = $2) AND ($3::bigint IS NULL OR place < $3)
    ORDER BY place DESC LIMIT $4
  ) AS l JOIN player m ON m.id = l.player_id JOIN player i ON i.id = m.inviter_id
  LEFT JOIN LATERAL (
    SELECT sum(t.turnover) AS turnover, sum(t.turnover * coalesce(p.levels[l.level], 0) / 10000) AS commission
    FROM turnover_day t CROSS JOIN LATERAL plan_of(t.day) p
    WHERE t.player_id = l.player_id AND ($5::date IS NULL OR t.day >= $5) AND ($6::date IS NULL OR t.day <= $6)
  ) AS f ON true
  ORDER BY l.place DESC`;

/** Players who invited others. $1 only lower ids or null, $2 rows, $3 one player or null. */
export const AGENTS = sql`
  SELECT p.id, p.username, p.status, epoch_ms(p.created) AS created_ms, p.invite_code, i.id AS inviter_id,
         i.username AS inviter_name,
         (SELECT count(*)::int FROM agent_line l WHERE l.agent_id = p.id AND l.level = 1) AS direct,
         (SELECT count(*)::int FROM agent_line l WHERE l.agent_id = p.id) AS team
  FROM player p LEFT JOIN player i ON i.id = p.inviter_id
  WHERE ($1::bigint IS NULL OR p.id < $1)
    AND CASE WHEN $3::bigint IS NULL THEN EXISTS (SELECT FROM player c WHERE c.inviter_id = p.id) ELSE p.id = $3 END
  ORDER BY p.id DESC LIMIT $2`;

/** Days that are worked out, newest first. $1 only earlier days or null, $2 rows. */
export const BOOKS = sql`
  SELECT to_char(b.day, 'YYYY-MM-DD') AS day, b.plan_id, epoch_ms(b.paid) AS paid_ms,
         coalesce((SELECT sum(turnover) FROM turnover_day t WHERE t.day = b.day), 0)::bigint AS turnover,
         coalesce(d.rebate, 0)::bigint AS rebate, coalesce(d.commission, 0)::bigint AS commission,
         coalesce(d.players, 0)::int AS players
  FROM (SELECT * FROM agent_book WHERE $1::date IS NULL OR day < $1 ORDER BY day DESC LIMIT $2) AS b
  LEFT JOIN LATERAL (
    SELECT sum(amount) FILTER (WHERE kind = 'rebate') AS rebate, sum(amount) FILTER (WHERE kind = 'commission') AS commission,
           count(DISTINCT player_id) AS players
    FROM agent_pay p WHERE p.day = b.day
  ) AS d ON true
  ORDER BY b.day DESC`;
