import { sql } from "../db/database.ts";
import type { Invariant } from "./books.sql.ts";

const REPORTS_ADD_UP = sql`
  WITH told AS (
    SELECT player_id, sum(bet_cost) AS cost, sum(payout) AS payout, sum(rebate) AS rebate, sum(gift) AS gift,
           sum(deposit) AS deposit, sum(withdrawal) AS withdrawal, sum(transfer_out) AS taken, sum(change) AS change
    FROM report_quarter GROUP BY player_id
  ), moved AS (
    SELECT m.player_id,
           coalesce(sum(t.amount) FILTER (WHERE t.code = 'payout'), 0) AS payout,
           coalesce(sum(t.amount) FILTER (WHERE t.code IN ('rebate', 'commission')), 0) AS rebate,
           coalesce(sum(t.amount) FILTER (WHERE t.code = 'gift'), 0) AS gift,
           coalesce(sum(t.amount) FILTER (WHERE t.code = 'recharge'), 0) AS deposit,
           coalesce(sum(t.amount) FILTER (WHERE t.code IN ('withdrawal', 'withdrawal-fee')), 0) AS withdrawal,
           coalesce(sum(t.amount) FILTER (WHERE t.code = 'adjustment' AND t.credit_account < 1000), 0) AS taken,
           coalesce(sum(t.cash_after) FILTER (WHERE t.id = m.transfer_id), 0) + min(m.held) AS balance
    FROM player_mark m JOIN transfer t ON t.player_id = m.player_id AND t.id <= m.transfer_id
    WHERE $1::bigint IS NOT NULL AND $2::timestamptz IS NOT NULL GROUP BY m.player_id
  ), spent AS (
    SELECT m.player_id, sum(o.total - coalesce(w.refund, 0)) AS cost
    FROM player_mark m
    JOIN transfer t ON t.player_id = m.player_id AND t.id <= m.transfer_id AND t.code = 'stake'
    JOIN bet_order o ON o.player_id = t.player_id AND o.id = order_of_reference(t.reference)
    JOIN period p ON p.game = o.game AND p.period_no = o.period_no AND p.state = 'settled'
    LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
    LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id
    WHERE c.order_id IS NULL
      -- A stake that was passed while it was open is added once the mark is moved again.
      AND NOT EXISTS (SELECT FROM player_open_stake s WHERE s.player_id = o.player_id AND s.order_id = o.id)
    GROUP BY m.player_id
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT coalesce(t.player_id, m.player_id) AS id,
           (coalesce(s.cost, 0), m.payout, m.rebate, m.gift, m.deposit, m.withdrawal, m.taken, m.balance)
           IS DISTINCT FROM (t.cost, t.payout, t.rebate, t.gift, t.deposit, t.withdrawal, t.taken, t.change) AS wrong
    FROM moved m FULL JOIN told t ON t.player_id = m.player_id LEFT JOIN spent s ON s.player_id = m.player_id
  ) AS judged`;

const INCOME_BOOKED_ONCE = sql`
  WITH booked AS (
    SELECT player_id, code, reference, count(*) AS times, sum(amount) AS amount FROM transfer
    WHERE code IN ('rebate', 'commission') AND id > $1 GROUP BY player_id, code, reference
  ), due AS (
    SELECT player_id, day, CASE level WHEN 0 THEN 'rebate' ELSE 'commission' END AS kind, sum(amount) AS amount,
           bool_or(amount <> turnover * rate / 10000) AS wrong
    FROM agent_day GROUP BY 1, 2, 3
  ), judged AS (
    SELECT p.player_id || '/' || p.day AS name, b.times IS DISTINCT FROM 1 OR b.amount <> p.amount
           OR d.amount IS DISTINCT FROM p.amount::numeric OR d.wrong AS wrong
    FROM agent_pay p
    LEFT JOIN booked b ON b.player_id = p.player_id AND b.code = p.kind AND b.reference = to_char(p.day, 'YYYY-MM-DD')
    LEFT JOIN due d ON d.player_id = p.player_id AND d.day = p.day AND d.kind = p.kind
    WHERE p.created >= $2
    UNION ALL
    SELECT b.player_id || '/' || b.reference, true FROM booked b
    WHERE NOT EXISTS (SELECT FROM agent_pay p WHERE p.player_id = b.player_id AND p.kind = b.code
                        AND to_char(p.day, 'YYYY-MM-DD') = b.reference)
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(name) FILTER (WHERE wrong) AS example
  FROM judged`;

const GIFT_GIVEN_ONCE = sql`
  WITH moved AS (
    SELECT player_id, reference, count(*) AS times, sum(amount) AS amount FROM transfer
    WHERE code = 'gift' AND reference LIKE 'G%' AND id > $1 GROUP BY player_id, reference
  ), judged AS (
    SELECT g.id, CASE g.status WHEN 'given' THEN m.times IS DISTINCT FROM 1 OR m.amount <> g.amount
                               ELSE m.times IS NOT NULL END AS wrong
    FROM gift g LEFT JOIN moved m ON m.player_id = g.player_id AND m.reference = 'G' || g.id
    WHERE coalesce(g.decided, g.asked) >= $2
    UNION ALL
    SELECT g.id, true FROM moved m JOIN gift g ON m.reference = 'G' || g.id WHERE m.player_id <> g.player_id
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM judged`;

const TOTALS_ARE_TRANSFERS = sql`
  WITH moved AS (
    SELECT player_id,
           coalesce(sum(amount) FILTER (WHERE code = 'stake'), 0)
             - coalesce(sum(amount) FILTER (WHERE code = 'stake-refund'), 0) AS staked,
           coalesce(sum(amount) FILTER (WHERE code = 'payout'), 0) AS won,
           coalesce(sum(amount) FILTER (WHERE code = 'recharge'), 0) AS recharged
    FROM transfer WHERE player_id IS NOT NULL AND $1::bigint IS NOT NULL AND $2::timestamptz IS NOT NULL
    GROUP BY player_id
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(player_id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT a.player_id,
           (a.staked, a.won, a.recharged)
           IS DISTINCT FROM (coalesce(m.staked, 0), coalesce(m.won, 0), coalesce(m.recharged, 0))
           OR EXISTS (SELECT FROM ledger_mark k WHERE k.player_id = a.player_id AND (k.won > a.won OR k.recharged > a.recharged))
           AS wrong
    FROM ledger_account a LEFT JOIN moved m ON m.player_id = a.player_id WHERE a.kind = 'cash'
  ) AS judged`;

/** The invariants of the sums players read and limits count by, and of income from agents and gifts. */
export const INCOME_INVARIANTS: readonly Invariant[] = [
  {
    name: "reports-add-up",
    holds: "what reports keep of a player's history is what the transfers up to the player's mark come to",
    fullOnly: true,
    statement: REPORTS_ADD_UP,
  },
  {
    name: "totals-are-transfers",
    holds:
      "what players staked, won and recharged in all, which limits count by, is what their transfers come to",
    fullOnly: true,
    statement: TOTALS_ARE_TRANSFERS,
  },
  {
    name: "income-booked-once",
    holds: "rebate and commission of a day were booked once a player, as they were worked out",
    statement: INCOME_BOOKED_ONCE,
  },
  {
    name: "gift-given-once",
    holds: "each given gift has one transfer, and no other has any",
    statement: GIFT_GIVEN_ONCE,
  },
];
