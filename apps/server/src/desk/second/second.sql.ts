import { sql, type Sql } from "../../db/database.ts";
import { WAITS } from "../operators/operator-requests.sql.ts";

/** The first approval of each order that still counts. $1 and $2: the roles that pass recharges and withdrawals. */
const orders = (approvals: Sql, type: Sql, roles: Sql, amount: Sql, came: Sql): Sql => sql`
  SELECT DISTINCT ON (m.id) m.type AS kind, m.id::text AS id, NULL::text[] AS ids, m.player_id, ${amount} AS amount, m.amount AS asked, ${came} AS came, NULL::text AS about, NULL::text AS change, NULL::text AS role, NULL::text AS reason,
         coalesce((SELECT w.reason FROM audit_log w WHERE w.subject = m.type || ' ' || upper(left(m.type, 1)) || m.id
                     AND w.operator_id = a.operator_id AND w.action LIKE m.type || '.pass%' ORDER BY w.id DESC LIMIT 1), '') AS note,
         a.operator_id AS first_id, a.created AS at
  FROM money_order m JOIN ${approvals} a ON a.order_id = m.id JOIN operator o ON o.id = a.operator_id
  WHERE m.type = ${type} AND o.status = 'active' AND o.role = ANY (${roles}::text[])
    -- A cancelled recharge waits where somebody has passed it since: money came after all.
    AND (m.status = 'pendingReview' OR m.type = 'recharge' AND m.status = 'cancelled' AND a.created > m.finished)
  ORDER BY m.id, a.created`;

const ALL = sql`
  SELECT * FROM (${orders(sql`recharge_approval`, sql`'recharge'`, sql`$1`, sql`a.amount`, sql`(recharge_came(m.id)).came`)}) AS recharges
  UNION ALL SELECT * FROM (${orders(sql`withdrawal_approval`, sql`'withdrawal'`, sql`$2`, sql`m.amount`, sql`NULL::bigint`)}) AS withdrawals
  UNION ALL SELECT 'gift', g.id::text, NULL, g.player_id, g.amount, NULL, NULL, NULL, NULL, NULL, g.reason, g.note, g.asked_by, g.asked
  FROM gift g WHERE g.status = 'waiting'
  UNION ALL SELECT 'correction', c.player_id::text, NULL, c.player_id, NULL, NULL, NULL, NULL, NULL, NULL, c.reason, '', c.asked_by, c.asked
  FROM identity_correction c WHERE c.asked > house_clock() - interval '7 days'
  UNION ALL SELECT 'identity', s.id::text, NULL, s.player_id, NULL, NULL, NULL, NULL, NULL, NULL, s.first_note, '', s.first_by, s.first_at
  FROM identity_submission s WHERE s.outcome IS NULL AND s.first_at > house_clock() - interval '7 days'
  UNION ALL SELECT 'period', min(v.game || '-' || v.period_no), array_agg(v.game || '-' || v.period_no ORDER BY p.draw_at, p.game),
         NULL, sum((
           SELECT coalesce(sum(total), 0) FROM bet_order b WHERE b.game = v.game AND b.period_no = v.period_no
             AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = b.player_id AND c.order_id = b.id AND c.why = 'player')
         ))::bigint, sum(v.asked_stake)::bigint, NULL, NULL, NULL, NULL, v.reason, v.note, v.asked_by, v.asked
  FROM period_void v JOIN period p ON p.game = v.game AND p.period_no = v.period_no
  -- Those of one click were asked for at one time.
  WHERE v.confirmed_by IS NULL AND p.state = 'open' GROUP BY v.asked_by, v.asked, v.reason, v.note
  UNION ALL SELECT 'operator', r.id::text, NULL, NULL, NULL, NULL, NULL, coalesce(about.name, r.name), r.kind, r.role, r.reason, '', r.asked_by, r.asked
  FROM operator_request r LEFT JOIN operator about ON about.id = r.operator_id WHERE ${WAITS}`;

/** Longest waiting first. $3 kinds. */
export const LIST = sql`
  SELECT w.kind, w.id, w.ids, w.player_id, pl.username, pl.status AS player_status, w.amount, w.asked, w.came, w.about, w.change, w.role, w.reason, w.note, w.first_id,
         f.name AS first_name, epoch_ms(w.at) AS at_ms
  FROM (${ALL}) AS w JOIN operator f ON f.id = w.first_id LEFT JOIN player pl ON pl.id = w.player_id
  WHERE w.kind = ANY ($3::text[]) ORDER BY w.at, w.kind, w.id LIMIT 200`;

/** Counts by kind and by the first operator. */
export const COUNT = sql`
  SELECT kind, first_id, count(*)::int AS count FROM (${ALL}) AS w GROUP BY kind, first_id ORDER BY kind, first_id`;
