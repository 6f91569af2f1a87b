import { type Sql, sql } from "../db/database.ts";

/**
 * The transfers from the one a mark stands at, with what turnover needs to know of each. $1 player, $2 the mark's
 * transfer (0 for none), $3 what was held after it, $4 when the last stake up to it was settled, $7 the last id.
 */
const STEP: Sql = sql`
  SELECT t.id, t.code, t.amount, t.cash_after,
         $3::bigint + sum(CASE WHEN t.id = $2 THEN 0 ELSE CASE hold_account($1)
           WHEN t.credit_account THEN t.amount WHEN t.debit_account THEN -t.amount ELSE 0 END END) OVER earlier AS held,
         greatest($4::timestamptz, max(CASE WHEN t.code = 'stake' AND t.id > $2
           THEN coalesce(c.created, p.settled_at, 'infinity') END) OVER earlier) AS open_until,
         lead(t.created) OVER (ORDER BY t.id) AS next_at,
         t.code = 'stake' AND c.order_id IS NULL AND p.settled_at IS NULL AS open,
         -- What a settled order cost, less what came back of it.
         CASE WHEN t.code = 'stake' AND p.settled_at IS NOT NULL AND c.order_id IS NULL
              THEN t.amount - coalesce(w.refund, 0) ELSE 0 END AS staked
  FROM transfer t
  LEFT JOIN bet_order o ON t.code = 'stake' AND o.player_id = t.player_id
    AND o.id = order_of_reference(t.reference) AND o.accepted_at = t.created
  LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id
  LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
  LEFT JOIN period p ON p.game = o.game AND p.period_no = o.period_no AND p.state = 'settled'
  WHERE t.player_id = $1 AND t.id >= $2 AND t.id <= $7
  WINDOW earlier AS (ORDER BY t.id)`;

/**
 * What a player received since they last had nothing at all, and what they staked of it. Nothing at all means no
 * cash, nothing held for a withdrawal and no stake that could still come back: a player who bets everything has an
 * empty balance too, but not for good. Such a moment lies after a transfer that left no cash and before the next one,
 * once every order up to then was settled or cancelled.
 *
 * $1 to $4 and $7 as STEP, $5 and $6 what was received and staked up to the mark. `tail` is how many transfers were read.
 */
export const TURNOVER = sql`
  WITH step AS MATERIALIZED (${STEP}), nothing AS (
    SELECT max(id) AS id FROM step
    WHERE cash_after = 0 AND held = 0 AND coalesce(open_until, '-infinity') < coalesce(next_at, 'infinity')
  )
  SELECT CASE WHEN n.id IS NULL THEN $5::bigint ELSE 0 END + coalesce(s.received, 0) AS received,
         CASE WHEN n.id IS NULL THEN $6::bigint ELSE 0 END + coalesce(s.staked, 0) AS staked, s.tail
  FROM nothing n CROSS JOIN LATERAL (
    SELECT (sum(amount) FILTER (WHERE code IN ('recharge', 'gift') AND id > greatest($2, n.id)))::bigint AS received,
           (sum(staked) FILTER (WHERE id > greatest($2, n.id)))::bigint AS staked, count(*)::int AS tail
    FROM step
  ) AS s`;

export const READ_MARK = sql`
  SELECT transfer_id, held, open_until::text AS open_until, received, staked FROM player_mark WHERE player_id = $1`;

export const ADD_MARK = sql`
  INSERT INTO player_mark (player_id, transfer_id, held, open_until, received, staked)
  VALUES ($1, 0, 0, '-infinity', 0, 0) ON CONFLICT DO NOTHING`;

/** No row while somebody else moves the mark on. */
export const LOCK_MARK = sql`
  SELECT transfer_id, held, open_until::text AS open_until, received, staked FROM player_mark
  WHERE player_id = $1 FOR UPDATE SKIP LOCKED`;

/** The id that the $3-th transfer after $2 has, or the last one there is. */
export const REACH = sql`
  SELECT max(id) AS id FROM (
    SELECT id FROM transfer WHERE player_id = $1 AND id > $2 ORDER BY id LIMIT $3
  ) AS t`;

/**
 * Where the mark may be moved to among the transfers up to $7: to the first stake that is open still. Whether the player
 * had nothing at all after the last of them is only known with the next one, so that it is judged again then.
 */
export const NEXT_MARK = sql`
  WITH step AS MATERIALIZED (${STEP}), end_of AS (
    SELECT max(id) AS id FROM step WHERE id < coalesce((SELECT min(id) FROM step WHERE open), 9223372036854775807)
  ), nothing AS (
    SELECT max(step.id) AS id FROM step, end_of WHERE step.id < end_of.id
      AND cash_after = 0 AND held = 0 AND coalesce(open_until, '-infinity') < next_at
  )
  SELECT e.id AS transfer_id, l.held, l.open_until::text AS open_until,
         CASE WHEN n.id IS NULL THEN $5::bigint ELSE 0 END + coalesce(s.received, 0) AS received,
         CASE WHEN n.id IS NULL THEN $6::bigint ELSE 0 END + coalesce(s.staked, 0) AS staked
  FROM end_of e CROSS JOIN nothing n JOIN step l ON l.id = e.id CROSS JOIN LATERAL (
    SELECT (sum(amount) FILTER (WHERE code IN ('recharge', 'gift')))::bigint AS received, sum(staked)::bigint AS staked
    FROM step WHERE id > greatest($2, n.id) AND id <= e.id
  ) AS s
  WHERE e.id > $2`;

export const SET_MARK = sql`
  UPDATE player_mark SET transfer_id = $2, held = $3, open_until = $4, received = $5, staked = $6 WHERE player_id = $1`;

/** $1 players, $2 transfers: who has more than that after their mark. */
export const LONG_TAILS = sql`
  SELECT w.player FROM unnest($1::bigint[]) AS w (player) LEFT JOIN player_mark m ON m.player_id = w.player
  CROSS JOIN LATERAL (
    SELECT FROM transfer t WHERE t.player_id = w.player AND t.id > coalesce(m.transfer_id, 0)
    ORDER BY t.id OFFSET $2::int LIMIT 1
  ) AS more`;
