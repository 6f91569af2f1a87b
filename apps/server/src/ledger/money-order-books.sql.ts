import { sql } from "../db/database.ts";
import type { Invariant } from "./books.sql.ts";

const RECHARGE_PAID_ONCE = sql`
  WITH paid AS (
    SELECT player_id, order_of_reference(reference) AS id, count(*) AS times, sum(amount) AS amount
    FROM transfer WHERE code = 'recharge' AND id > $1 GROUP BY player_id, reference
  ), judged AS (
    SELECT m.id, CASE m.status WHEN 'passed' THEN t.times IS DISTINCT FROM 1 OR t.amount <> m.amount OR t.player_id <> m.player_id
                 ELSE t.times IS NOT NULL END AS wrong
    FROM money_order m LEFT JOIN paid t ON t.id = m.id WHERE m.type = 'recharge' AND coalesce(m.finished, m.created) >= $2
    UNION ALL
    SELECT t.id, true FROM paid t
    WHERE NOT EXISTS (SELECT FROM money_order m WHERE m.id = t.id AND m.type = 'recharge' AND m.status = 'passed')
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM judged`;

const NOTICE_CREDITED = sql`
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(name) FILTER (WHERE wrong) AS example
  FROM (
    SELECT n.channel || '/' || n.id AS name,
           m.channel <> n.channel OR CASE n.outcome WHEN 'passed' THEN m.status <> 'passed' OR p.ended_by <> 'notice'
             WHEN 'review' THEN p.trouble IS NULL WHEN 'extra' THEN m.status <> 'passed' ELSE true END AS wrong
    FROM payment_notice n JOIN money_order m ON m.id = n.order_id JOIN recharge_payment p ON p.order_id = m.id
    WHERE n.received >= $2 AND $1::bigint IS NOT NULL
  ) AS judged`;

const WITHDRAWAL_RESOLVED_ONCE = sql`
  WITH moved AS (
    SELECT order_of_reference(reference) AS id, min(player_id) AS player_id, max(player_id) AS last_player,
           array_agg(amount) FILTER (WHERE code = 'withdrawal-hold') AS held,
           array_agg(amount) FILTER (WHERE code = 'withdrawal-return') AS returned,
           array_agg(amount) FILTER (WHERE code = 'withdrawal') AS paid,
           array_agg(amount) FILTER (WHERE code = 'withdrawal-fee') AS fees
    FROM transfer WHERE code IN ('withdrawal-hold', 'withdrawal-return', 'withdrawal', 'withdrawal-fee') GROUP BY reference
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT coalesce(m.id, o.id) AS id,
           o.id IS NULL OR m.id IS NULL OR m.player_id <> o.player_id OR m.last_player <> o.player_id
           OR held IS DISTINCT FROM ARRAY[o.amount]
           OR returned IS DISTINCT FROM CASE WHEN o.status = 'cancelled' THEN ARRAY[o.amount] END
           OR paid IS DISTINCT FROM CASE WHEN o.status = 'passed' THEN ARRAY[o.amount - o.fee] END
           OR fees IS DISTINCT FROM CASE WHEN o.status = 'passed' AND o.fee > 0 THEN ARRAY[o.fee] END AS wrong
    FROM moved m FULL JOIN (SELECT * FROM money_order WHERE type = 'withdrawal') o ON o.id = m.id
    WHERE $1::bigint IS NOT NULL AND $2::timestamptz IS NOT NULL
  ) AS judged`;

const HOLD_IS_PENDING = sql`
  WITH pending AS (
    SELECT player_id, sum(amount) AS amount FROM money_order
    WHERE type = 'withdrawal' AND status = 'pendingReview' GROUP BY player_id
  ), looked_at AS (
    SELECT player_id FROM ledger_account WHERE $1 = 0 AND kind = 'hold'
    UNION SELECT player_id FROM pending
    UNION SELECT player_id FROM transfer WHERE id > $1 AND code IN ('withdrawal-hold', 'withdrawal-return', 'withdrawal')
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken,
         min(player_id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT l.player_id, a.balance IS DISTINCT FROM coalesce(p.amount, 0) AS wrong
    FROM looked_at l LEFT JOIN pending p USING (player_id) LEFT JOIN ledger_account a ON a.id = hold_account(l.player_id)
    WHERE $2::timestamptz IS NOT NULL
  ) AS judged`;

/** What has to hold between recharges, withdrawals and their transfers. */
export const MONEY_ORDER_INVARIANTS: readonly Invariant[] = [
  {
    name: "recharge-paid-once",
    holds: "every passed recharge has exactly one transfer",
    statement: RECHARGE_PAID_ONCE,
  },
  {
    name: "notice-credited",
    holds: "every notice of a payment did what was kept of it: credited its order, or put it before the desk",
    statement: NOTICE_CREDITED,
  },
  {
    name: "withdrawal-resolved-once",
    holds: "every withdrawal is held once and resolved at most once, with its fee",
    fullOnly: true,
    statement: WITHDRAWAL_RESOLVED_ONCE,
  },
  {
    name: "hold-is-pending",
    holds: "a player's hold is the sum of their withdrawals in review",
    statement: HOLD_IS_PENDING,
  },
];
