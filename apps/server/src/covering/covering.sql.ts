import { type Sql, sql } from "../db/database.ts";

/**
 * The orders of a period that were not cancelled: $1 game, $2 number, $3 and $4 begin and end of its sale, epoch ms.
 */
const ORDERS: Sql = sql`
  bet_order o WHERE o.game = $1 AND o.period_no = $2 AND o.accepted_at >= to_timestamp($3 / 1000.0)
    AND o.accepted_at < to_timestamp($4 / 1000.0) AND NOT EXISTS (
      SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)`;

/** Settled periods that are not judged yet, oldest first. $1 minimum age in milliseconds, $2 rows. */
export const UNJUDGED = sql`
  SELECT game, period_no FROM period
  WHERE state = 'settled' AND judged_at IS NULL AND settled_at <= house_clock() - $1::int * interval '1 millisecond'
  ORDER BY settled_at LIMIT $2`;

/** Marks periods without turnover: nothing was staked, or all of it was refunded. $1 minimum age in milliseconds. */
export const JUDGE_EMPTY = sql`
  UPDATE period SET judged_at = house_clock()
  WHERE state = 'settled' AND judged_at IS NULL AND coalesce(turnover, 0) = 0
    AND settled_at <= house_clock() - $1::int * interval '1 millisecond'`;

/**
 * A period with the sum of the rates of the plan on its day of settlement. $1 game, $2 number, $3 the operator's time
 * zone.
 */
export const READ = sql`
  SELECT epoch_ms(p.open_at) AS open_at, epoch_ms(p.close_at) AS close_at, epoch_ms(p.draw_at) AS draw_at,
         coalesce((SELECT c.rebate + coalesce((SELECT sum(rate) FROM unnest(c.levels) AS rate), 0)
                   FROM plan_of((p.settled_at AT TIME ZONE $3)::date) c), 0)::int AS plan_sum
  FROM period p WHERE p.game = $1 AND p.period_no = $2 AND p.state = 'settled' AND p.judged_at IS NULL`;

/** Each selection and odds version once, queried the way settlement does; cancelled orders included. */
export const SELECTIONS = sql`
  WITH selection AS MATERIALIZED (
    SELECT selection_hash, odds_version, min(id) AS id FROM bet_order
    WHERE game = $1 AND period_no = $2 AND accepted_at >= to_timestamp($3 / 1000.0)
      AND accepted_at < to_timestamp($4 / 1000.0)
    GROUP BY selection_hash, odds_version
  )
  SELECT s.selection_hash, s.odds_version, o.option_id, o.groups, o.bet_count
  FROM selection s CROSS JOIN LATERAL (
    SELECT o.option_id, o.groups, o.bet_count FROM bet_order o WHERE o.game = $1 AND o.period_no = $2 AND o.id = s.id
      AND o.accepted_at >= to_timestamp($3 / 1000.0) AND o.accepted_at < to_timestamp($4 / 1000.0)
    OFFSET 0
  ) AS o`;

/**
 * Planner settings for the statements below, until the transaction ends: recent orders are not in the statistics and
 * arrays are assumed to be short, so PostgreSQL would look rows up one by one.
 */
export const AS_A_WHOLE = sql`
  SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`;

/**
 * Each player's stake, the part that was not refunded, and an upper bound of the share of the draw it covers: the sum
 * of the bounds of the selections. $5 hashes of the selections, $6 their bounds.
 */
export const PLAYERS = sql`
  WITH mine AS MATERIALIZED (
    SELECT o.player_id, o.selection_hash, sum(o.total)::bigint AS stake FROM ${ORDERS} GROUP BY 1, 2
  ), back AS MATERIALIZED (
    SELECT player_id, sum(refund)::bigint AS refund FROM bet_win
    WHERE game = $1 AND period_no = $2 AND refund > 0 GROUP BY 1
  ), staked AS (
    SELECT m.player_id, sum(m.stake)::bigint AS stake, sum(b.bound) AS bound
    FROM mine m JOIN unnest($5::bytea[], $6::float8[]) AS b (hash, bound) ON b.hash = m.selection_hash GROUP BY 1
  )
  SELECT s.player_id AS player, s.stake, s.stake - coalesce(k.refund, 0) AS counts, s.bound
  FROM staked s LEFT JOIN back k ON k.player_id = s.player_id`;

/** Inviters of these players, up to the top of the tree. $1 players. */
export const INVITERS = sql`
  WITH RECURSIVE up AS (
    SELECT id, inviter_id FROM player WHERE id = ANY ($1::bigint[])
    UNION
    SELECT p.id, p.inviter_id FROM up JOIN player p ON p.id = up.inviter_id
  )
  SELECT id AS player, inviter_id AS inviter FROM up WHERE inviter_id IS NOT NULL`;

/** What some players picked, as positions in the list of hashes. $5 players, $6 hashes. */
export const PICKED = sql`
  WITH mine AS MATERIALIZED (
    SELECT DISTINCT o.player_id, o.selection_hash FROM ${ORDERS} AND o.player_id = ANY ($5::bigint[])
  )
  SELECT m.player_id AS player, string_agg((h.place - 1)::text, ',') AS places
  FROM mine m JOIN unnest($6::bytea[]) WITH ORDINALITY AS h (hash, place) ON h.hash = m.selection_hash GROUP BY 1`;

/** Marks a period as judged; no row when another node was first. */
export const MARK = sql`
  UPDATE period SET judged_at = house_clock()
  WHERE game = $1 AND period_no = $2 AND state = 'settled' AND judged_at IS NULL RETURNING settled_at`;

/** Excludes all stakes of these players from turnover. $3 players, $4 reasons, $5 amounts. */
export const LEAVE_PLAYERS_OUT = sql`
  INSERT INTO turnover_left_out (player_id, game, period_no, settled_at, amount, why)
  SELECT o.player, p.game, p.period_no, p.settled_at, o.amount, o.why
  FROM period p CROSS JOIN unnest($3::bigint[], $4::text[], $5::bigint[]) AS o (player, why, amount)
  WHERE p.game = $1 AND p.period_no = $2 AND o.amount > 0`;

/**
 * Excludes stakes on these options and odds versions, of players without an exclusion so far. $5 options, $6 versions.
 */
export const LEAVE_ODDS_OUT = sql`
  INSERT INTO turnover_left_out (player_id, game, period_no, settled_at, amount, why)
  SELECT o.player_id, p.game, p.period_no, p.settled_at, sum(o.total - coalesce(w.refund, 0))::bigint, 'odds'
  FROM period p JOIN (
    SELECT * FROM ${ORDERS} AND (o.option_id, o.odds_version) IN (SELECT * FROM unnest($5::text[], $6::int[]))
  ) AS o ON true LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
    AND w.game = $1 AND w.period_no = $2
  WHERE p.game = $1 AND p.period_no = $2
  GROUP BY o.player_id, p.game, p.period_no, p.settled_at
  HAVING sum(o.total - coalesce(w.refund, 0)) > 0
  ON CONFLICT DO NOTHING`;
