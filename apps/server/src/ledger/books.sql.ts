import { type Sql, sql } from "../db/database.ts";

/**
 * An invariant of the books: a statement over one snapshot that returns how many records it checked, how many violate
 * it, and one of those. $1 is the id of the last transfer that need not be checked, $2 the time from which records are
 * checked; 0 and -infinity check everything.
 */
export interface Invariant {
  readonly name: string;
  /** The invariant in words. */
  readonly holds: string;
  /** Only in a full check: its cost grows with the whole book. */
  readonly fullOnly?: boolean;
  readonly statement: Sql;
}

/** The pairs of kinds of account between which each code may move money. */
const CODES_FIT = sql`
  WITH fit (code, debit, credit) AS (VALUES
    ('stake', 'cash', 'escrow'), ('payout', 'house', 'cash'), ('stake-refund', 'escrow', 'cash'),
    ('stake-release', 'escrow', 'house'), ('recharge', 'clearing', 'cash'), ('withdrawal-hold', 'cash', 'hold'),
    ('withdrawal-return', 'hold', 'cash'), ('withdrawal', 'hold', 'clearing'),
    ('withdrawal-fee', 'hold', 'house'), ('gift', 'gifts', 'cash'),
    ('rebate', 'rebates', 'cash'), ('commission', 'commission', 'cash'), ('adjustment', 'adjustments', 'cash'),
    ('adjustment', 'cash', 'adjustments'), ('chase-hold', 'cash', 'chase'),
    ('chase-release', 'chase', 'cash'))
  SELECT count(*) AS checked, count(*) FILTER (WHERE fit.code IS NULL) AS broken,
         min(t.id) FILTER (WHERE fit.code IS NULL)::text AS example
  FROM transfer t
  LEFT JOIN ledger_account d ON d.id = t.debit_account
  LEFT JOIN ledger_account c ON c.id = t.credit_account
  LEFT JOIN fit ON fit.code = t.code AND fit.debit = d.kind AND fit.credit = c.kind
  WHERE t.id > $1 AND $2::timestamptz IS NOT NULL`;

const CASH_AFTER_RUNS = sql`
  WITH step AS (
    SELECT id, player_id, cash_after,
           CASE cash_account(player_id) WHEN credit_account THEN amount WHEN debit_account THEN -amount ELSE 0 END AS change,
           lag(cash_after) OVER w AS before, lead(id) OVER w IS NULL AS last
    FROM transfer WHERE id > $1 AND player_id IS NOT NULL AND $2::timestamptz IS NOT NULL
    WINDOW w AS (PARTITION BY player_id ORDER BY id)
  ), judged AS (
    SELECT s.id, s.cash_after < 0 OR s.before + s.change <> s.cash_after
           OR $1 = 0 AND s.before IS NULL AND s.change <> s.cash_after
           OR s.last AND a.balance IS DISTINCT FROM s.cash_after AS wrong
    FROM step s LEFT JOIN ledger_account a ON s.last AND a.id = cash_account(s.player_id)
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong IS TRUE) AS broken,
         min(id) FILTER (WHERE wrong IS TRUE)::text AS example FROM judged`;

const BALANCE_IS_SUM = sql`
  WITH entry AS (
    SELECT debit_account AS account, -amount AS change FROM transfer WHERE debit_account >= 1000
    UNION ALL SELECT credit_account, amount FROM transfer WHERE credit_account >= 1000
  ), total AS (SELECT account, sum(change) AS balance FROM entry GROUP BY account)
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT coalesce(a.id, t.account) AS id, a.balance IS NULL OR a.balance < 0 OR a.balance <> coalesce(t.balance, 0) AS wrong
    FROM (SELECT id, balance FROM ledger_account WHERE player_id IS NOT NULL) a
    FULL JOIN total t ON t.account = a.id
    WHERE $1::bigint IS NOT NULL AND $2::timestamptz IS NOT NULL
  ) AS judged`;

/** Balance of each of the house's accounts: the sums up to $1 plus everything after. */
const HOUSE_BALANCES = sql`
  SELECT a.id, a.kind, a.game, coalesce(sum(e.change), 0) AS balance
  FROM ledger_account a LEFT JOIN (
    SELECT account, balance AS change FROM books_sum WHERE $1 > 0
    UNION ALL SELECT debit_account, -amount FROM transfer WHERE id > $1 AND debit_account < 1000
    UNION ALL SELECT credit_account, amount FROM transfer WHERE id > $1 AND credit_account < 1000
  ) AS e ON e.account = a.id
  WHERE a.id < 1000 GROUP BY a.id`;

/**
 * Longer than any period is sold. The orders of a period `p` were accepted between its opening and its close: the partitions of
 * other years are not looked at. One that was not is told by `sold-in-time` as long as it is within this of the opening, and
 * later by the check of everything.
 */
const ONE_SALE = sql`interval '8 days'`;
/** The orders `o` of a period `p`. */
export const OF_PERIOD = sql`
  o.game = p.game AND o.period_no = p.period_no
  AND o.accepted_at >= p.open_at - ${ONE_SALE} AND o.accepted_at < p.close_at + ${ONE_SALE}`;

const ESCROW_IS_OPEN_STAKES = sql`
  WITH held AS (${HOUSE_BALANCES}), open_period AS (
    SELECT game, period_no, open_at, close_at FROM period WHERE state IN ('open', 'closed', 'drawn', 'voided')
      AND (state <> 'voided' OR $1 = 0 OR draw_at >= $2)
  ), owed AS (
    SELECT p.game, sum(b.stake) AS stake
    FROM open_period p CROSS JOIN LATERAL (SELECT sum(o.total) AS stake FROM bet_order o WHERE ${OF_PERIOD}) AS b
    GROUP BY p.game
  ), given_back AS (
    SELECT game, sum(refund) AS refund FROM (
      SELECT c.game, c.refund FROM open_period p JOIN bet_cancellation c USING (game, period_no)
      UNION ALL SELECT w.game, w.refund FROM open_period p JOIN bet_win w USING (game, period_no)
    ) AS r GROUP BY game
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(game) FILTER (WHERE wrong) AS example
  FROM (
    SELECT h.game, h.balance <> coalesce(o.stake, 0) - coalesce(g.refund, 0) AS wrong
    FROM held h LEFT JOIN owed o ON o.game = h.game LEFT JOIN given_back g ON g.game = h.game WHERE h.kind = 'escrow'
  ) AS judged`;

const CLEARING_IS_MONEY_ORDERS = sql`
  WITH held AS (${HOUSE_BALANCES}), orders AS (
    SELECT coalesce(sum(CASE type WHEN 'recharge' THEN -amount ELSE amount - fee END), 0) AS balance
    FROM money_order WHERE status = 'passed'
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE h.balance <> o.balance) AS broken,
         min(h.balance || ' is not ' || o.balance) FILTER (WHERE h.balance <> o.balance) AS example
  FROM held h CROSS JOIN orders o WHERE h.kind = 'clearing' AND $2::timestamptz IS NOT NULL`;

const HOUSE_IS_ITS_PERIODS = sql`
  WITH held AS (${HOUSE_BALANCES}), settled AS (SELECT game, period_no FROM period WHERE state = 'settled'),
  earned AS (
    SELECT (SELECT coalesce(sum(o.total), 0) FROM settled JOIN bet_order o USING (game, period_no))
         - (SELECT coalesce(sum(c.refund), 0) FROM settled JOIN bet_cancellation c USING (game, period_no))
         - (SELECT coalesce(sum(w.refund), 0) FROM settled JOIN bet_win w USING (game, period_no))
         - (SELECT coalesce(sum(payout), 0) FROM bet_win)
         + (SELECT coalesce(sum(fee), 0) FROM money_order WHERE type = 'withdrawal' AND status = 'passed') AS balance
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE h.balance <> e.balance) AS broken,
         min(h.balance || ' is not ' || e.balance) FILTER (WHERE h.balance <> e.balance) AS example
  FROM held h CROSS JOIN earned e WHERE h.kind = 'house' AND $2::timestamptz IS NOT NULL`;

const SUMS_HOLD = sql`
  WITH total AS (
    SELECT account, sum(change) AS balance FROM (
      SELECT debit_account AS account, -amount AS change FROM transfer
        WHERE id <= (SELECT transfer_id FROM books_check) AND debit_account < 1000
      UNION ALL
      SELECT credit_account, amount FROM transfer
        WHERE id <= (SELECT transfer_id FROM books_check) AND credit_account < 1000
    ) AS entry GROUP BY account
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT a.id, coalesce(s.balance, 0) <> coalesce(t.balance, 0) AS wrong
    FROM ledger_account a
    LEFT JOIN books_sum s ON s.account = a.id
    LEFT JOIN total t ON t.account = a.id
    WHERE a.id < 1000 AND $1::bigint IS NOT NULL AND $2::timestamptz IS NOT NULL
  ) AS judged`;

const SOLD_IN_TIME = sql`
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT o.id, p.game IS NULL OR o.accepted_at < p.open_at OR o.accepted_at >= p.close_at
           OR p.state = 'skipped' AS wrong
    FROM bet_order o LEFT JOIN period p USING (game, period_no)
    WHERE $1 = 0
    UNION ALL
    SELECT o.id, o.accepted_at < p.open_at OR o.accepted_at >= p.close_at OR p.state = 'skipped'
    FROM period p CROSS JOIN LATERAL (SELECT o.id, o.accepted_at FROM bet_order o WHERE ${OF_PERIOD} OFFSET 0) AS o
    WHERE $1 > 0 AND p.draw_at >= $2
  ) AS judged`;

const ORDER_PAID_ONCE = sql`
  WITH orders AS (
    SELECT o.player_id, o.id, o.total, e.id AS escrow
    FROM period p JOIN bet_order o USING (game, period_no) JOIN ledger_account e ON e.game = o.game
    WHERE $1 = 0
    UNION ALL
    SELECT o.player_id, o.id, o.total, e.id
    FROM period p JOIN ledger_account e ON e.game = p.game
    CROSS JOIN LATERAL (
      SELECT o.player_id, o.id, o.total FROM bet_order o WHERE ${OF_PERIOD} AND o.accepted_at >= $2 OFFSET 0
    ) AS o
    WHERE $1 > 0 AND p.draw_at >= $2
  ), paid AS (
    SELECT player_id, order_of_reference(reference) AS id, count(*) AS times, sum(amount) AS amount, min(credit_account) AS escrow
    FROM transfer WHERE code = 'stake' AND id > $1 GROUP BY 1, 2
  ), judged AS (
    SELECT coalesce(o.id, t.id) AS id, CASE WHEN o.id IS NOT NULL
      THEN t.times IS DISTINCT FROM 1 OR t.amount <> o.total OR t.escrow <> o.escrow
      -- Few, and only those are looked up: of an order that is older than what is checked.
      ELSE NOT EXISTS (SELECT FROM bet_order b WHERE b.player_id = t.player_id AND b.id = t.id) END AS wrong
    FROM orders o FULL JOIN paid t ON t.player_id = o.player_id AND t.id = o.id
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM judged`;

const WIN_PAID_ONCE = sql`
  WITH paid AS (
    SELECT player_id, order_of_reference(reference) AS id, count(*) AS times, sum(amount) AS amount
    FROM transfer WHERE code = 'payout' AND id > $1 GROUP BY 1, 2
  ), won AS (
    SELECT w.player_id, w.order_id AS id, w.payout, EXISTS (
      SELECT FROM bet_cancellation c WHERE c.player_id = w.player_id AND c.order_id = w.order_id)
      -- Of a period whose payouts are checked now, or will be.
      OR NOT EXISTS (SELECT FROM period p WHERE p.game = w.game AND p.period_no = w.period_no
                       AND (p.state = 'drawn' OR p.settled_at >= $2)) AS undue
    FROM bet_win w WHERE w.created >= $2
  ), judged AS (
    SELECT coalesce(w.id, t.id) AS id, CASE WHEN w.id IS NOT NULL
      THEN w.payout > 0 AND (t.times IS DISTINCT FROM 1 OR t.amount <> w.payout) OR w.payout = 0 AND t.times IS NOT NULL
           OR w.undue
      ELSE NOT EXISTS (SELECT FROM bet_win b WHERE b.player_id = t.player_id AND b.order_id = t.id) END AS wrong
    FROM won w FULL JOIN paid t ON t.player_id = w.player_id AND t.id = w.id
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM judged`;

const REFUND_PAID_ONCE = sql`
  WITH paid AS (
    SELECT player_id, order_of_reference(reference) AS id, count(*) AS times, sum(amount) AS amount
    FROM transfer WHERE code = 'stake-refund' AND id > $1 GROUP BY player_id, reference
  ), due AS (
    SELECT player_id, order_id AS id, refund FROM bet_cancellation WHERE created >= $2
    UNION ALL SELECT player_id, order_id, refund FROM bet_win WHERE refund > 0 AND created >= $2
  ), judged AS (
    SELECT d.id, t.times IS DISTINCT FROM 1 OR t.amount <> d.refund AS wrong
    FROM due d LEFT JOIN paid t ON t.player_id = d.player_id AND t.id = d.id
    UNION ALL
    SELECT t.id, true FROM paid t
    WHERE NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = t.player_id AND c.order_id = t.id)
      AND NOT EXISTS (SELECT FROM bet_win w WHERE w.player_id = t.player_id AND w.order_id = t.id AND w.refund > 0)
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM judged`;

const CANCELLED_WHOLE = sql`
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT c.order_id AS id, o.id IS NULL OR o.total <> c.refund OR o.game <> c.game OR o.period_no <> c.period_no
           OR c.why = 'player' AND c.created >= p.close_at OR c.why = 'void' AND p.state <> 'voided' AS wrong
    FROM bet_cancellation c
    LEFT JOIN bet_order o ON o.player_id = c.player_id AND o.id = c.order_id
    LEFT JOIN period p ON p.game = c.game AND p.period_no = c.period_no
    WHERE c.created >= $2 AND $1::bigint IS NOT NULL
  ) AS judged`;

const PERIOD_RELEASED_ONCE = sql`
  WITH settled AS (
    SELECT p.game, p.period_no,
           coalesce((SELECT sum(o.total) FROM bet_order o WHERE ${OF_PERIOD}), 0)
         - coalesce((SELECT sum(c.refund) FROM bet_cancellation c WHERE c.game = p.game AND c.period_no = p.period_no), 0)
         - coalesce((SELECT sum(w.refund) FROM bet_win w WHERE w.game = p.game AND w.period_no = p.period_no), 0) AS due
    FROM period p WHERE p.state = 'settled' AND p.settled_at >= $2
  ), released AS (
    SELECT reference, count(*) AS times, sum(amount) AS amount FROM transfer
    WHERE code = 'stake-release' AND id > $1 GROUP BY reference
  ), judged AS (
    SELECT s.game || '/' || s.period_no AS name,
           CASE WHEN s.due > 0 THEN r.times IS DISTINCT FROM 1 OR r.amount <> s.due ELSE s.due < 0 OR r.times IS NOT NULL END AS wrong
    FROM settled s LEFT JOIN released r ON r.reference = s.game || '/' || s.period_no
    UNION ALL
    SELECT r.reference, true FROM released r
    WHERE NOT EXISTS (SELECT FROM period p WHERE p.game = split_part(r.reference, '/', 1)
                        AND p.period_no = split_part(r.reference, '/', 2) AND p.state = 'settled')
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(name) FILTER (WHERE wrong) AS example
  FROM judged`;

const EXPOSURE_IS_OPEN_ORDERS = sql`
  WITH placed AS (
    SELECT o.game, o.period_no, o.player_id, o.selection_hash, sum(o.max_payout) AS payout
    FROM period p JOIN bet_order o USING (game, period_no)
    WHERE p.state IN ('open', 'closed', 'drawn') AND o.max_payout IS NOT NULL
      AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)
    GROUP BY o.game, o.period_no, o.player_id, o.selection_hash
  ), owed AS (
    SELECT game, period_no, NULL::bigint AS player_id, selection_hash, sum(payout) AS payout FROM placed GROUP BY 1, 2, 4
    UNION ALL
    SELECT game, period_no, player_id, NULL, sum(payout) FROM placed GROUP BY 1, 2, 3
    UNION ALL
    SELECT d.game, d.period_no, d.player_id, d.selection_hash, d.payout
    FROM placed d JOIN exposure_player e USING (game, period_no, player_id) WHERE e.by_selection
  ), kept AS (
    SELECT game, period_no, NULL::bigint AS player_id, selection_hash, payout FROM exposure_selection
    UNION ALL
    SELECT game, period_no, player_id, NULL, payout FROM exposure_player
    UNION ALL
    SELECT game, period_no, player_id, selection_hash, payout FROM exposure_player_selection
  ), judged AS (
    SELECT o.game || '/' || o.period_no AS period, o.payout <> coalesce(k.payout, 0) AS wrong
    FROM owed o LEFT JOIN kept k ON k.game = o.game AND k.period_no = o.period_no
      AND coalesce(k.player_id, 0) = coalesce(o.player_id, 0)
      AND coalesce(k.selection_hash, '') = coalesce(o.selection_hash, '')
    UNION ALL
    SELECT k.game || '/' || k.period_no, true
    FROM kept k JOIN period p ON p.game = k.game AND p.period_no = k.period_no AND p.state IN ('open', 'closed', 'drawn')
    WHERE k.payout > 0 AND NOT EXISTS (
      SELECT FROM owed o WHERE o.game = k.game AND o.period_no = k.period_no
        AND coalesce(o.player_id, 0) = coalesce(k.player_id, 0)
        AND coalesce(o.selection_hash, '') = coalesce(k.selection_hash, ''))
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(period) FILTER (WHERE wrong) AS example
  FROM judged WHERE $1::bigint IS NOT NULL AND $2::timestamptz IS NOT NULL`;

/** The invariants of bets, periods and accounts; those of money orders, income and chases have files of their own. */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: "codes-fit",
    holds: "every transfer moves between the accounts its code is for",
    statement: CODES_FIT,
  },
  {
    name: "balance-is-sum",
    holds: "a player's balance is the sum of the transfers, and not negative",
    fullOnly: true,
    statement: BALANCE_IS_SUM,
  },
  {
    name: "cash-after-runs",
    holds: "the balances noted on a player's transfers run on, to the one that is kept",
    statement: CASH_AFTER_RUNS,
  },
  {
    name: "escrow-is-open-stakes",
    holds: "a game's escrow holds the stakes of its unsettled periods",
    statement: ESCROW_IS_OPEN_STAKES,
  },
  {
    name: "exposure-is-open-orders",
    holds:
      "what a period can still pay, by selection and player, is what its orders can that were not cancelled",
    fullOnly: true,
    statement: EXPOSURE_IS_OPEN_ORDERS,
  },
  {
    name: "clearing-is-orders",
    holds: "clearing is passed recharges less passed withdrawals without their fees",
    statement: CLEARING_IS_MONEY_ORDERS,
  },
  {
    name: "house-is-its-periods",
    holds: "the house holds the stakes of settled periods less payouts, and the fees of withdrawals",
    fullOnly: true,
    statement: HOUSE_IS_ITS_PERIODS,
  },
  {
    name: "sums-hold",
    holds: "the running sums of the house's accounts are the sums of transfers",
    fullOnly: true,
    statement: SUMS_HOLD,
  },
  {
    name: "sold-in-time",
    holds: "no bet was accepted before the opening, at the close or after it",
    statement: SOLD_IN_TIME,
  },
  {
    name: "order-paid-once",
    holds: "every order was paid for once, with its total",
    statement: ORDER_PAID_ONCE,
  },
  {
    name: "win-paid-once",
    holds: "every won order has exactly one payout, and every payout its order",
    statement: WIN_PAID_ONCE,
  },
  { name: "refund-paid-once", holds: "every refund due was paid once", statement: REFUND_PAID_ONCE },
  {
    name: "cancelled-whole",
    holds: "a cancelled order got its whole stake back, in time",
    statement: CANCELLED_WHOLE,
  },
  {
    name: "period-released-once",
    holds: "a settled period's stakes went to the house once, less refunds",
    statement: PERIOD_RELEASED_ONCE,
  },
];
