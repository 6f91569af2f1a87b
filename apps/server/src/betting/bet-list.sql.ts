import { sql } from "../db/database.ts";

/** The statements of the list of bets. */

const STATE = sql`
  CASE WHEN c.order_id IS NOT NULL THEN 'cancelled'
       WHEN w.payout > 0 THEN 'won'
       WHEN w.refund = o.total THEN 'returned'
       WHEN w.order_id IS NOT NULL OR p.state = 'settled' THEN 'notWon'
       WHEN p.state = 'drawn' THEN 'drawn'
       ELSE 'notDrawn' END`;

const ROWS = sql`
  SELECT o.id, epoch_ms(o.accepted_at) AS accepted_at, epoch_ms(p.draw_at) AS draw_at, o.game, o.period_no,
         o.option_id, o.groups, o.bet_count, o.bet_amount, o.total, o.odds_version, coalesce(w.payout, 0) AS payout,
         coalesce(w.refund, c.refund, 0) AS refund, ${STATE} AS state, c.why AS cancelled_by, p.numbers, w.tiers,
         -- For the rows of a page alone: it is worked out once they are in their order.
         (SELECT s.chase_id FROM chase_step s
          WHERE s.player_id = o.player_id AND s.period_no = o.period_no AND s.orders @> ARRAY[o.id]) AS chase_id`;

const ORDERS = sql`
  FROM bet_order o
  LEFT JOIN period p ON p.game = o.game AND p.period_no = o.period_no
  LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
  LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id
  WHERE o.player_id = $1`;

/**
 * An order ($2) of a player ($1) in a game ($3), or in any for null. The day in its id prunes the partitions. Its columns
 * are those of a list.
 */
export const ONE = sql`
  ${ROWS} ${ORDERS} AND o.id = $2 AND o.accepted_at >= earliest_of_id($2::bigint)
    AND o.accepted_at < latest_of_id($2::bigint) AND ($3::text IS NULL OR o.game = $3)`;

const FROM = sql`to_timestamp($2::bigint / 1000.0)`;
const TO = sql`to_timestamp($3::bigint / 1000.0)`;

/**
 * Orders `o` of the listed time, from one instant to before another (epoch ms). The times prune the partitions, and the
 * days in the ids say where in the index of a partition to begin: the list does not read past all that is newer.
 */
const IN_TIME = sql`
  o.accepted_at >= ${FROM} AND o.accepted_at < ${TO}
  AND o.id >= dated_id(${FROM}, 0) AND o.id < dated_after(${TO})`;

/** Results `l` of such orders: the date in an order's id decides, except on the first day and the last. */
const RESULT_IN_TIME = sql`
  l.order_id >= dated_id(${FROM}, 0) AND l.order_id < dated_after(${TO})
  AND (l.order_id >= dated_after(${FROM}) AND l.order_id < dated_id(${TO}, 0) OR EXISTS (
    SELECT FROM bet_order o
    WHERE o.player_id = $1 AND o.id = l.order_id AND o.accepted_at >= ${FROM} AND o.accepted_at < ${TO}
  ))`;

/**
 * $1 player, $2 and $3 the time, $4 game or null, $5 states or null. PostgreSQL takes an expression that equals something for
 * one row of 200, and would then read a whole list and sort it for a page of it; of CASE it thinks every second row.
 */
const LISTED = sql`
  ${ORDERS} AND ${IN_TIME} AND ($4::text IS NULL OR o.game = $4)
    AND ($5::text[] IS NULL OR CASE WHEN ${STATE} = ANY ($5) THEN true ELSE false END)`;

/** As `LISTED`; $6 only lower ids or null, $7 rows. */
export const PAGE = sql`
  ${ROWS} ${LISTED} AND ($6::bigint IS NULL OR o.id < $6)
  ORDER BY o.id DESC LIMIT $7`;

/** Sums of the list of some states ($5), over all pages. The refunded part of a stake is not counted. */
export const SUMS_OF_STATES = sql`
  SELECT coalesce(sum(o.total - coalesce(w.refund, c.refund, 0)), 0)::bigint AS bet,
         coalesce(sum(w.payout), 0)::bigint AS payout,
         coalesce(sum(o.total) FILTER (WHERE ${STATE} IN ('notDrawn', 'drawn')), 0)::bigint AS pending
  ${LISTED}`;

/**
 * Sums of the list of bets that won, over all pages: $1 player, $2 and $3 the time, $4 game or null. It begins at the few
 * wins and not at the many orders, most of which won nothing.
 */
export const SUMS_OF_WON = sql`
  WITH won AS MATERIALIZED (
    SELECT l.order_id, l.payout, l.refund FROM bet_win l
    WHERE l.player_id = $1 AND l.payout > 0 AND ($4::text IS NULL OR l.game = $4) AND ${RESULT_IN_TIME}
      AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = $1 AND c.order_id = l.order_id)
  )
  SELECT coalesce((
           SELECT sum(o.total) FROM bet_order o
           WHERE o.player_id = $1 AND ${IN_TIME} AND o.id = ANY ((SELECT array_agg(order_id) FROM won)::bigint[])
         ) - (SELECT sum(refund) FROM won), 0)::bigint AS bet,
         (SELECT coalesce(sum(payout), 0) FROM won)::bigint AS payout, 0::bigint AS pending`;

/**
 * Sums of the list of all states, over all pages: each table is read once and separately, since joining them takes four
 * times as long. Only the few orders of unsettled periods are looked up among wins and cancellations.
 */
export const SUMS = sql`
  WITH unsettled AS MATERIALIZED (
    -- Told apart as their indexes are. Thousands are on record whose sale has not begun.
    SELECT game, period_no, open_at FROM period
    WHERE state IN ('open', 'closed', 'drawn') AND open_at <= (SELECT house_clock())
    UNION ALL
    SELECT game, period_no, open_at FROM period WHERE state = 'voided' AND settled_at IS NULL
  ), ordered AS MATERIALIZED (
    SELECT coalesce(sum(b.total), 0) AS total,
           array_agg(b.id) FILTER (WHERE b.waits) AS open_ids, array_agg(b.total) FILTER (WHERE b.waits) AS open_totals
    FROM (
      -- Most orders are older than all that is unsettled: a look at the time spares them the look at their period.
      SELECT o.id, o.total, o.accepted_at >= (SELECT min(open_at) FROM unsettled)
             AND (o.game, o.period_no) IN (SELECT game, period_no FROM unsettled) AS waits
      FROM bet_order o
      WHERE o.player_id = $1 AND ${IN_TIME} AND ($4::text IS NULL OR o.game = $4)
    ) AS b
  )
  SELECT (
    (SELECT total FROM ordered)
    - (SELECT coalesce(sum(l.refund), 0) FROM bet_cancellation l
       WHERE l.player_id = $1 AND ($4::text IS NULL OR l.game = $4) AND ${RESULT_IN_TIME})
    - wins.refund
  )::bigint AS bet, wins.payout::bigint AS payout, (
    SELECT coalesce(sum(o.total), 0) FROM ordered CROSS JOIN LATERAL unnest(open_ids, open_totals) AS o (id, total)
    WHERE NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = $1 AND c.order_id = o.id)
      AND NOT EXISTS (SELECT FROM bet_win w WHERE w.player_id = $1 AND w.order_id = o.id)
  )::bigint AS pending
  FROM (SELECT coalesce(sum(l.payout), 0) AS payout, coalesce(sum(l.refund), 0) AS refund
        FROM bet_win l WHERE l.player_id = $1 AND ($4::text IS NULL OR l.game = $4) AND ${RESULT_IN_TIME}) AS wins`;
