import { inBothOrders, sql } from "../../db/database.ts";

const ROWS = sql`
  SELECT n.number AS id, n.outcome = 'review' AND n.matched IS NOT NULL AND m.status <> 'passed' AS undoable, n.id AS sender_id, n.channel, trim_scale(n.amount)::text AS amount, n.currency, n.payer_text, n.reference,
         epoch_ms(n.received) AS received_ms, n.order_id, m.player_id, p.username, p.status AS player_status,
         CASE WHEN n.closed IS NOT NULL THEN 'closed' WHEN n.matched IS NOT NULL THEN 'matched' ELSE 'open' END AS state,
         CASE WHEN n.outcome <> 'extra' THEN 'unmatched'
              WHEN r.ended_by = 'desk' AND NOT EXISTS (
                SELECT FROM payment_notice o WHERE o.order_id = n.order_id AND o.number <> n.number
                  AND (o.outcome <> 'extra' OR o.number < n.number)) THEN 'byHand'
              ELSE 'extra' END AS result,
         epoch_ms(coalesce(n.closed, n.matched)) AS finished_ms, o.id AS operator_id, o.name AS operator_name,
         n.closed_reason AS reason
  FROM payment_notice n
  LEFT JOIN money_order m ON m.id = n.order_id
  LEFT JOIN recharge_payment r ON r.order_id = n.order_id
  LEFT JOIN player p ON p.id = m.player_id
  LEFT JOIN operator o ON o.id = coalesce(n.closed_by, n.matched_by)
  WHERE `;

const BY_DESK = sql`(n.outcome IN ('extra', 'unmatched') OR n.matched IS NOT NULL)`;

/** $1 numbers past this one or null, $2 rows, $3 open, done or null, $4 channel or null. */
export const LIST = inBothOrders(
  (past, way) => sql`
  ${ROWS} ${BY_DESK} AND ($1::bigint IS NULL OR n.number ${past} $1)
    AND ($3::text IS NULL OR ($3 = 'open') = (n.closed IS NULL AND n.matched IS NULL))
    AND ($4::text IS NULL OR n.channel = $4)
  ORDER BY n.number ${way} LIMIT $2`,
);

/** $1 number. */
export const ONE = sql`${ROWS} ${BY_DESK} AND n.number = $1`;

/** All that came for an order ($1), however it found it. */
export const OF_ORDER = sql`${ROWS} n.order_id = $1 ORDER BY n.number`;
