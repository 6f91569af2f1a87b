import { sql } from "../../db/database.ts";

/**
 * Up to five recharges for each open payment, of its channel and not passed. What names an order may be of any age; the amount
 * or the payer's name alone speaks for recharges of the three days before. $1 payments as JSON: number, orders, references,
 * players.
 */
export const CANDIDATES = sql`
  WITH sought AS MATERIALIZED (
    SELECT n.number, n.channel, n.amount, n.currency, n.received,
           ARRAY(SELECT jsonb_array_elements_text(s.orders))::bigint[] AS orders,
           ARRAY(SELECT jsonb_array_elements_text(s.references)) AS refs,
           ARRAY(SELECT jsonb_array_elements_text(s.players))::bigint[] AS players
    FROM jsonb_to_recordset($1::jsonb) AS s(number bigint, orders jsonb, "references" jsonb, players jsonb)
    JOIN payment_notice n ON n.number = s.number
  )
  SELECT s.number, c.* FROM sought s CROSS JOIN LATERAL (
    SELECT m.id AS order_id, m.player_id, pl.username, pl.status AS player_status, m.status, m.amount,
           trim_scale(p.due)::text AS due, epoch_ms(m.created) AS created_ms, f.fits
    FROM (
      SELECT id, array_agg(DISTINCT fit ORDER BY fit DESC) AS fits FROM (
        SELECT order_id AS id, 'reference' AS fit FROM recharge_payment WHERE order_id = ANY (s.orders)
        UNION ALL
        SELECT order_id, 'reference' FROM recharge_payment WHERE reference = ANY (s.refs)
        UNION ALL
        SELECT order_id, 'amount' FROM recharge_payment
        WHERE channel = s.channel AND due = s.amount AND currency = s.currency
          AND created BETWEEN s.received - interval '3 days' AND s.received
        UNION ALL
        SELECT id, 'name' FROM money_order
        WHERE player_id = ANY (s.players) AND type = 'recharge' AND created BETWEEN s.received - interval '3 days' AND s.received
      ) AS found GROUP BY id
    ) AS f
    JOIN money_order m ON m.id = f.id JOIN recharge_payment p ON p.order_id = m.id JOIN player pl ON pl.id = m.player_id
    WHERE m.status <> 'passed' AND p.channel = s.channel
    ORDER BY 'reference' = ANY (f.fits) DESC, cardinality(f.fits) DESC, m.status = 'pendingReview' DESC, m.id DESC LIMIT 5
  ) AS c ORDER BY s.number`;
