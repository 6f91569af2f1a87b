import { sql } from "../../db/database.ts";

/** The statements of withdrawals. */

/** $1 player, $2 kind of address, $3 amount, $4 fee, $5 balance after. */
export const ADD_ORDER = sql`
  WITH clock AS MATERIALIZED (SELECT house_clock() AS at)
  INSERT INTO money_order (id, player_id, type, channel, amount, fee, created, balance_after)
  SELECT dated_id(at, nextval('money_order_number')), $1, 'withdrawal', $2, $3::bigint, $4::bigint, at, $5::bigint
  FROM clock
  RETURNING id`;

export const ADD_WITHDRAWAL = sql`INSERT INTO withdrawal (order_id, address_id) VALUES ($1, $2)`;

/** One of the player's own addresses. */
export const OWN_ADDRESS = sql`SELECT id, kind FROM withdraw_address WHERE id = $1 AND player_id = $2`;

export const COUNT_PENDING = sql`
  SELECT count(*)::int AS count FROM money_order
  WHERE player_id = $1 AND type = 'withdrawal' AND status = 'pendingReview'`;

/** Sum of the withdrawals of a player ($1) in the last 30 days that are paid out or in review. */
export const WITHDRAWN = sql`
  SELECT coalesce(sum(amount), 0)::bigint AS withdrawn FROM money_order
  WHERE player_id = $1 AND type = 'withdrawal' AND status IN ('passed', 'pendingReview')
    AND created > house_clock() - interval '30 days'`;

/** Player and status of a withdrawal; decisions read the row again under the player's lock. */
export const FIND = sql`SELECT player_id, status, amount, fee FROM money_order WHERE id = $1 AND type = 'withdrawal'`;

export const LOCK = sql`
  SELECT player_id, status, amount, fee FROM money_order WHERE id = $1 AND type = 'withdrawal' FOR NO KEY UPDATE`;

export const APPROVALS = sql`SELECT operator_id FROM withdrawal_approval WHERE order_id = $1`;

export const ADD_APPROVAL = sql`
  INSERT INTO withdrawal_approval (order_id, operator_id, created) VALUES ($1, $2, house_clock())`;

/** $1 order, $2 status, $3 reason or null, $4 balance after or null to leave it. */
export const FINISH = sql`
  UPDATE money_order SET status = $2, finished = house_clock(), reason = $3, balance_after = coalesce($4, balance_after)
  WHERE id = $1`;

const ROWS = sql`
  SELECT m.id, m.player_id, m.type, m.channel, m.status, m.amount, m.fee, epoch_ms(m.created) AS created,
         epoch_ms(m.finished) AS finished, m.reason, m.balance_after, w.address_id,
         (SELECT epoch_ms(min(v.created)) FROM withdrawal_approval v
          WHERE v.order_id = m.id AND (m.finished IS NULL OR v.created < m.finished)) AS in_review,
         (SELECT array_agg(v.operator_id::text ORDER BY v.created) FROM withdrawal_approval v WHERE v.order_id = m.id) AS approved_by
  FROM money_order m JOIN withdrawal w ON w.order_id = m.id`;

/** Withdrawals of these ids, newest first. */
export const BY_IDS = sql`${ROWS} WHERE m.id = ANY ($1::bigint[]) ORDER BY m.id DESC`;

/** Withdrawals in review, oldest first. */
export const PENDING = sql`
  ${ROWS} WHERE m.type = 'withdrawal' AND m.status = 'pendingReview' ORDER BY m.id LIMIT $1`;
