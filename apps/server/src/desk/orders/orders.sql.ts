import { inBothOrders, sql, type Sql } from "../../db/database.ts";

/**
 * The last parameter is the roles that may pass it: $9 of a list, $3 of one order. The credit of a notice is computed
 * from the requested amount, which is unknown once the desk has passed the order with another one.
 */
const rows = (roles: Sql): Sql => sql`
  SELECT m.id, m.type, m.status, m.player_id, p.username, p.status AS player_status, m.channel, m.amount, m.fee, epoch_ms(m.created) AS created_ms,
         epoch_ms(m.finished) AS finished_ms, epoch_ms(m.expires) AS expires_ms, m.reason, m.balance_after,
         trim_scale(r.due)::text AS due, r.currency, r.reference, coalesce(r.asked, m.amount) AS asked,
         CASE WHEN m.status = 'passed' AND r.ended_by = 'desk'
              THEN (SELECT nullif(floor(sum(n.amount) * coalesce(r.asked, m.amount) / r.due)::bigint, m.amount) FROM payment_notice n
                    WHERE n.order_id = m.id AND n.outcome = 'review' AND n.currency = r.currency)
              ELSE c.came END AS came, c.told,
         epoch_ms(r.confirmed) AS confirmed_ms, r.trouble,
         (SELECT json_agg(json_build_object('id', a.operator_id::text, 'name', o.name, 'at', epoch_ms(a.created),
                                            'amount', a.amount::text,
                                            'note', (SELECT w.reason FROM audit_log w
                                                     WHERE w.subject = m.type || ' ' || upper(left(m.type, 1)) || m.id
                                                       AND w.operator_id = a.operator_id AND w.action LIKE m.type || '.pass%'
                                                     ORDER BY w.id DESC LIMIT 1),
                                            'counts', o.status = 'active' AND o.role = ANY (${roles}::text[]))
                          ORDER BY a.created)
          FROM (SELECT order_id, operator_id, created, NULL::bigint AS amount FROM withdrawal_approval
                UNION ALL SELECT order_id, operator_id, created, amount FROM recharge_approval) AS a
          JOIN operator o ON o.id = a.operator_id WHERE a.order_id = m.id) AS approvals,
         (SELECT json_agg(json_build_object('id', n.number::text, 'amount', trim_scale(n.amount)::text,
                                            'currency', n.currency, 'at', epoch_ms(n.received),
                                            'matched', n.matched IS NOT NULL,
                                            'matchedBy', CASE WHEN n.matched IS NOT NULL
                                                              THEN json_build_object('id', n.matched_by::text, 'name', h.name) END,
                                            'credit', CASE WHEN n.currency = r.currency AND (m.status <> 'passed' OR r.ended_by = 'notice')
                                                           THEN floor(n.amount * m.amount / r.due)::text END)
                          ORDER BY n.received)
          FROM payment_notice n LEFT JOIN operator h ON h.id = n.matched_by WHERE n.order_id = m.id) AS notices
  FROM money_order m JOIN player p ON p.id = m.player_id LEFT JOIN recharge_payment r ON r.order_id = m.id
  LEFT JOIN LATERAL recharge_came(CASE WHEN m.status <> 'passed' AND r.trouble IS NOT NULL THEN m.id END) c ON true`;

/**
 * $1 type, $2 ids past this one or null, $3 rows, $4 status or null, $5 player or null, $6 channel or null, $7 from, $8
 * to, $9 roles.
 */
export const LIST = inBothOrders(
  (past, way) => sql`
  ${rows(sql`$9`)}
  WHERE m.type = $1 AND ($2::bigint IS NULL OR m.id ${past} $2) AND ($4::text IS NULL OR m.status = $4)
    AND ($5::bigint IS NULL OR m.player_id = $5) AND ($6::text IS NULL OR m.channel = $6)
    AND ($7::timestamptz IS NULL OR m.created >= $7) AND ($8::timestamptz IS NULL OR m.created < $8)
  ORDER BY m.id ${way} LIMIT $3`,
);

/** $1 type, $2 id, $3 roles. */
export const ONE = sql`${rows(sql`$3`)} WHERE m.type = $1 AND m.id = $2`;
