import { sql } from "../../db/database.ts";

/** What is selected of a recharge `m`, its payment `p` and its player `pl`, for a payment `s` that is sought. */
const CANDIDATE = sql`
  s.number, m.id AS order_id, m.player_id, pl.username, pl.status AS player_status, m.status, m.amount,
  trim_scale(p.due)::text AS due, epoch_ms(m.created) AS created_ms, p.reference,
  m.id = ANY (s.orders) AS numbered, m.player_id = ANY (s.players) AND in_time AS named,
  p.due = s.amount AND in_time AS exact, abs(p.due - s.amount) * 10 <= p.due AND in_time AS near,
  abs(p.due - s.amount) / p.due AS distance, in_time`;

/**
 * Recharges that open payments may be for, of their channel and not passed. What names an order may be of any age; amounts and
 * names speak for recharges of the three days before: those due a tenth more or less, those of the payer's name, and the latest
 * that wait. $1 payments as JSON: number, orders, references, players.
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
  SELECT c.* FROM sought s CROSS JOIN LATERAL (
    SELECT ${CANDIDATE}
    FROM (
      SELECT order_id AS id FROM recharge_payment WHERE order_id = ANY (s.orders)
      UNION
      SELECT order_id FROM recharge_payment WHERE reference = ANY (s.refs)
      UNION
      (SELECT r.order_id FROM recharge_payment r JOIN money_order o ON o.id = r.order_id
       WHERE r.channel = s.channel AND r.due BETWEEN s.amount / 1.1 AND s.amount / 0.9
         AND r.created BETWEEN s.received - interval '3 days' AND s.received AND o.status <> 'passed'
       ORDER BY abs(r.due - s.amount), r.order_id DESC LIMIT 50)
      UNION
      SELECT id FROM money_order
      WHERE player_id = ANY (s.players) AND type = 'recharge' AND created BETWEEN s.received - interval '3 days' AND s.received
      UNION
      (SELECT id FROM money_order
       WHERE status = 'pendingReview' AND type = 'recharge' AND created BETWEEN s.received - interval '3 days' AND s.received
       ORDER BY id DESC LIMIT 200)
    ) AS f
    JOIN money_order m ON m.id = f.id JOIN recharge_payment p ON p.order_id = m.id JOIN player pl ON pl.id = m.player_id
    CROSS JOIN LATERAL (
      SELECT p.currency = s.currency AND m.created BETWEEN s.received - interval '3 days' AND s.received AS in_time
    ) AS t
    WHERE m.status <> 'passed' AND p.channel = s.channel
  ) AS c`;

/**
 * The latest recharges of a payment's channel that an operator may mean, not passed. $1 payment, $2 a part of their number or
 * null, $3 a part of their reference or null, $4 players, $5 an amount in the account's currency or null, $6 the same in the
 * payment's, $7 a whole number or null.
 */
export const SEARCHED = sql`
  SELECT m.id FROM payment_notice n
  JOIN recharge_payment p ON p.channel = n.channel JOIN money_order m ON m.id = p.order_id
  WHERE n.number = $1 AND m.status <> 'passed' AND (
    m.id = $7 OR p.created > n.received - interval '60 days' AND (
      m.id::text LIKE '%' || $2::text || '%' OR p.reference LIKE '%' || $3::text || '%' OR m.player_id = ANY ($4::bigint[])
      OR m.amount = $5 OR p.due = $6::numeric
    )
  )
  ORDER BY m.status = 'pendingReview' DESC, m.id DESC LIMIT 20`;
