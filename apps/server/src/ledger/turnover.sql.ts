import { type Sql, sql } from "../db/database.ts";

/**
 * Outcome of order `o` of player $1: refunded, or settled and paid. Looked up by the keys: the planner would join entire
 * tables, which is faster only while they are small.
 */
const FATE: Sql = sql`
  LEFT JOIN LATERAL (
    SELECT created FROM bet_cancellation WHERE player_id = $1 AND order_id = o.id LIMIT 1
  ) AS c ON true
  LEFT JOIN LATERAL (
    SELECT settled_at FROM period WHERE game = o.game AND period_no = o.period_no AND state = 'settled' LIMIT 1
  ) AS p ON true
  LEFT JOIN LATERAL (
    SELECT refund FROM bet_win WHERE player_id = $1 AND order_id = o.id LIMIT 1
  ) AS w ON true`;

/**
 * The transfers from that of the watermark on, with the data that turnover needs. $1 player, $2 the watermark's
 * transfer (0 for none), $3 the held money after it, $4 when the last stake up to it was settled, $7 the last id, $8
 * maximum number of transfers.
 */
const STEP: Sql = sql`
  SELECT t.id, t.code, t.amount, t.cash_after, t.order_id, t.game, t.period_no,
         $3::bigint + sum(CASE
           WHEN t.id = $2 THEN 0
           WHEN t.credit_account IN (hold_account($1), chase_account($1)) THEN t.amount
           WHEN t.debit_account IN (hold_account($1), chase_account($1)) THEN -t.amount ELSE 0 END) OVER earlier AS held,
         greatest($4::timestamptz, max(CASE WHEN t.code = 'stake' AND t.id > $2
           THEN coalesce(t.cancelled_at, t.settled_at, 'infinity') END) OVER earlier) AS open_until,
         lead(t.created) OVER earlier AS next_at,
         coalesce(t.cancelled_at, t.settled_at) AS over_at,
         t.code = 'stake' AND t.id > $2 AND t.cancelled_at IS NULL AND t.settled_at IS NULL AS open,
         -- What a settled order cost, less what came back of it.
         CASE WHEN t.code = 'stake' AND t.settled_at IS NOT NULL AND t.cancelled_at IS NULL
              THEN t.amount - coalesce(t.refund, 0) ELSE 0 END AS staked
  FROM player_history($1, $2, $7, $8) AS t
  WINDOW earlier AS (ORDER BY t.id)`;

/**
 * What a player received and staked since they last had nothing. Nothing means no cash, nothing held for a withdrawal
 * and no stake that could still be returned: a player who bets everything has an empty balance only temporarily. Such a
 * moment lies between a transfer that left no cash and the next one, when every order so far has been settled or
 * cancelled.
 *
 * $1 to $4, $7 and $8 as STEP, $5 and $6 received and staked up to the watermark. `tail` is the number of transfers
 * read; the row is invalid if it is $8. `since` is when the player started again from nothing; null if that was before
 * the watermark.
 */
export const TURNOVER = sql`
  WITH step AS MATERIALIZED (${STEP}), nothing AS (
    SELECT max(id) AS id FROM step
    WHERE cash_after = 0 AND held = 0 AND coalesce(open_until, '-infinity') < coalesce(next_at, 'infinity')
  )
  SELECT CASE WHEN n.id IS NULL THEN $5::bigint ELSE 0 END + coalesce(s.received, 0) AS received,
         CASE WHEN n.id IS NULL THEN $6::bigint ELSE 0 END + coalesce(s.staked, 0) AS staked, s.tail,
         CASE WHEN n.id IS NOT NULL
              THEN coalesce((SELECT next_at FROM step WHERE step.id = n.id), 'infinity')::text END AS since
  FROM nothing n CROSS JOIN LATERAL (
    SELECT (sum(amount) FILTER (WHERE code IN ('recharge', 'gift') AND id > greatest($2, n.id)))::bigint AS received,
           (sum(staked) FILTER (WHERE id > greatest($2, n.id)))::bigint AS staked, count(*)::int AS tail
    FROM step
  ) AS s`;

/** The stakes that the watermark of player $1 passed while they were open, with their outcomes. */
export const PASSED: Sql = sql`
  SELECT o.id, o.game, c.created AS cancelled_at, p.settled_at, o.total - coalesce(w.refund, 0) AS staked
  FROM (SELECT order_id AS id, game, period_no, total FROM player_open_stake WHERE player_id = $1) AS o ${FATE}`;

/** Sums of the ended ones of `passed`, and whether all have ended. */
const PASSED_SUMS: Sql = sql`
  SELECT coalesce(sum(staked) FILTER (WHERE settled_at IS NOT NULL AND cancelled_at IS NULL), 0)::bigint AS staked,
         max(coalesce(cancelled_at, settled_at)) AS over_at,
         coalesce(bool_or(cancelled_at IS NULL AND settled_at IS NULL), false) AS open,
         count(coalesce(cancelled_at, settled_at))::int AS over
  FROM passed`;

/** A watermark with the outcomes of the stakes that it passed; `over` of them must be added to it. $1 player. */
export const READ_MARK = sql`
  WITH passed AS MATERIALIZED (${PASSED}), sums AS (${PASSED_SUMS})
  SELECT m.transfer_id, m.held, m.received, m.staked + s.staked AS staked, s.over, m.since::text AS since,
         CASE WHEN s.open THEN 'infinity' ELSE greatest(m.open_until, s.over_at)::text END AS open_until
  FROM player_mark m CROSS JOIN sums s WHERE m.player_id = $1`;

export const ADD_MARK = sql`
  INSERT INTO player_mark (player_id, transfer_id, held, open_until, received, staked)
  VALUES ($1, 0, 0, '-infinity', 0, 0) ON CONFLICT DO NOTHING`;

/** No row while another transaction advances the mark. */
export const LOCK_MARK = sql`
  SELECT transfer_id FROM player_mark WHERE player_id = $1 FOR UPDATE SKIP LOCKED`;

/** Id of the $3-th transfer after $2, or of the last one. */
export const REACH = sql`
  SELECT max(id) AS id FROM (
    SELECT id FROM transfer WHERE player_id = $1 AND id > $2 ORDER BY id LIMIT $3
  ) AS t`;

/**
 * The unsettled periods of stakes that the watermark has passed and, if $4, of stakes up to transfer $3. $1 player, $2
 * the watermark.
 */
export const OPEN_PERIODS = sql`
  SELECT u.game, u.period_no, bool_or(u.passed) AS passed FROM (
    SELECT DISTINCT game, period_no, true AS passed FROM player_open_stake WHERE player_id = $1
    UNION ALL
    SELECT DISTINCT game, period_no, false FROM player_history($1, $2 + 1, $3, NULL)
    WHERE $4::boolean AND code = 'stake' AND order_id IS NOT NULL
  ) AS u WHERE NOT EXISTS (
    SELECT FROM period p WHERE p.game = u.game AND p.period_no = u.period_no AND p.state = 'settled'
  ) GROUP BY 1, 2`;

/**
 * Prevents these periods ($1 games, $2 numbers) from being settled until the transaction ends. One that is being
 * settled is skipped.
 */
export const HOLD_PERIODS = sql`
  SELECT game, period_no FROM period
  WHERE (game, period_no) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND state <> 'settled'
  FOR SHARE SKIP LOCKED`;

/**
 * New position of the watermark among the transfers up to $7: before the first open stake, except stakes of the periods
 * $9 (games) and $10 (numbers), which are recorded as passed. Whether the player had nothing after the last transfer is
 * known only with the next one, so it is decided then. $1 to $8 as TURNOVER.
 *
 * While a stake is open, the player cannot have had nothing after it, so a passed transfer is decided for good. This
 * holds only while the period is locked, since a settlement that is running has already read the clock.
 */
export const NEXT_MARK = sql`
  WITH step AS MATERIALIZED (${STEP}), end_of AS (
    SELECT max(id) AS id FROM step WHERE id < coalesce((
      SELECT min(id) FROM step WHERE open AND NOT coalesce(
        (game, period_no) IN (SELECT * FROM unnest($9::text[], $10::text[])), false)
    ), 9223372036854775807)
  ), nothing AS (
    SELECT max(step.id) AS id FROM step, end_of WHERE step.id < end_of.id
      AND cash_after = 0 AND held = 0 AND coalesce(open_until, '-infinity') < next_at
  ), passing AS (
    INSERT INTO player_open_stake (player_id, order_id, game, period_no, total)
    SELECT $1, order_id, game, period_no, amount FROM step, end_of WHERE open AND step.id <= end_of.id
  )
  SELECT e.id AS transfer_id, l.held,
         greatest(CASE WHEN $4::timestamptz < 'infinity' THEN $4 END, s.over_at, '-infinity')::text AS open_until,
         CASE WHEN n.id IS NULL THEN $5::bigint ELSE 0 END + coalesce(s.received, 0) AS received,
         CASE WHEN n.id IS NULL THEN $6::bigint ELSE 0 END + coalesce(s.staked, 0) AS staked,
         (SELECT next_at FROM step WHERE step.id = n.id)::text AS since
  FROM end_of e CROSS JOIN nothing n JOIN step l ON l.id = e.id CROSS JOIN LATERAL (
    SELECT (sum(amount) FILTER (WHERE id > coalesce(n.id, 0) AND code IN ('recharge', 'gift')))::bigint AS received,
           (sum(staked) FILTER (WHERE id > coalesce(n.id, 0)))::bigint AS staked, max(over_at) AS over_at
    FROM step WHERE id > $2 AND id <= e.id
  ) AS s
  WHERE e.id > $2`;

export const SET_MARK = sql`
  UPDATE player_mark SET transfer_id = $2, held = $3, open_until = greatest(open_until, $4), received = $5, staked = $6,
    since = coalesce($7::timestamptz, since)
  WHERE player_id = $1`;

/** $1 players, $2 a number: those with more transfers after their watermark, or more ended stakes that it passed. */
export const LONG_TAILS = sql`
  SELECT w.player FROM unnest($1::bigint[]) AS w (player) LEFT JOIN player_mark m ON m.player_id = w.player
  WHERE EXISTS (
    SELECT FROM transfer t WHERE t.player_id = w.player AND t.id > coalesce(m.transfer_id, 0)
    ORDER BY t.id OFFSET $2::int LIMIT 1
  ) OR EXISTS (
    SELECT FROM player_open_stake s
    JOIN period p ON p.game = s.game AND p.period_no = s.period_no AND p.state IN ('settled', 'voided')
    WHERE s.player_id = w.player OFFSET $2::int LIMIT 1
  )`;

/**
 * Stakes of player $1 in periods settled since $2 that do not count: because of the coverage of a draw, alone or with
 * others of an invite tree, or not yet, because the period has not been judged. Read after the stakes, so that it sees
 * everything settled by then.
 *
 * All stakes of a period lie on the same side of a moment at which the player had nothing, since none was open then.
 */
export const NOT_COUNTED = sql`
  SELECT (SELECT coalesce(sum(amount), 0) FROM turnover_left_out
          WHERE player_id = $1 AND settled_at >= $2::timestamptz AND why = 'own')::bigint AS own,
         (SELECT coalesce(sum(amount), 0) FROM turnover_left_out
          WHERE player_id = $1 AND settled_at >= $2::timestamptz AND why = 'tree')::bigint AS tree,
         (SELECT coalesce(sum(o.total - coalesce(w.refund, 0)), 0) FROM (
            SELECT game, period_no, open_at, close_at FROM period
            WHERE state = 'settled' AND judged_at IS NULL AND settled_at >= $2::timestamptz
          ) AS p CROSS JOIN LATERAL (
            -- Between the period's own first and last order lie few of the player's, however many there are that day.
            SELECT min(id) AS first, max(id) AS last FROM bet_order
            WHERE game = p.game AND period_no = p.period_no AND accepted_at >= p.open_at AND accepted_at < p.close_at
          ) AS ends CROSS JOIN LATERAL (
            SELECT id, total FROM bet_order
            WHERE player_id = $1 AND id >= ends.first AND id <= ends.last AND game = p.game AND period_no = p.period_no
              AND accepted_at >= p.open_at AND accepted_at < p.close_at
          ) AS o LEFT JOIN LATERAL (
            SELECT refund FROM bet_win WHERE player_id = $1 AND order_id = o.id LIMIT 1
          ) AS w ON true
          WHERE NOT EXISTS (SELECT FROM bet_cancellation WHERE player_id = $1 AND order_id = o.id)
         )::bigint AS waiting`;
