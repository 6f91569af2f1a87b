import { type Sql, sql } from "../db/database.ts";

/** Where a quarter of an hour begins; every time zone of today keeps to them. */
const quarter = (at: Sql): Sql =>
  sql`date_bin(interval '15 minutes', ${at}, timestamptz '2000-01-01T00:00:00Z')`;

/**
 * What the transfers after $2 up to $3 of player $1 mean to a report: one row for what moved, by when it did, and one
 * for a stake whose order is settled, by when it was.
 */
const ENTRY: Sql = sql`
  SELECT t.id, t.created AS at, CASE WHEN t.code = 'payout' THEN w.game ELSE '' END AS game, 0::bigint AS bet_cost,
         CASE WHEN t.code = 'payout' THEN t.amount ELSE 0 END AS payout,
         CASE WHEN t.code IN ('rebate', 'commission') THEN t.amount ELSE 0 END AS rebate,
         CASE WHEN t.code = 'gift' THEN t.amount ELSE 0 END AS gift,
         CASE WHEN t.code = 'recharge' THEN t.amount ELSE 0 END AS deposit,
         CASE WHEN t.code IN ('withdrawal', 'withdrawal-fee') THEN t.amount ELSE 0 END AS withdrawal,
         CASE WHEN t.code = 'adjustment' AND t.debit_account = cash_account($1) THEN t.amount ELSE 0 END AS transfer_out,
         CASE WHEN t.credit_account IN (cash_account($1), hold_account($1)) THEN t.amount ELSE 0 END
         - CASE WHEN t.debit_account IN (cash_account($1), hold_account($1)) THEN t.amount ELSE 0 END AS change
  FROM transfer t
  LEFT JOIN bet_win w ON t.code = 'payout' AND w.player_id = t.player_id AND w.order_id = order_of_reference(t.reference)
  WHERE t.player_id = $1 AND t.id > $2 AND t.id <= $3
  UNION ALL
  SELECT t.id, p.settled_at, o.game, t.amount - coalesce(w.refund, 0), 0, 0, 0, 0, 0, 0, 0
  FROM transfer t
  JOIN bet_order o ON o.player_id = t.player_id AND o.id = order_of_reference(t.reference) AND o.accepted_at = t.created
  JOIN period p ON p.game = o.game AND p.period_no = o.period_no AND p.state = 'settled'
  LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
  WHERE t.player_id = $1 AND t.id > $2 AND t.id <= $3 AND t.code = 'stake'
    AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)`;

const SUMS: Sql = sql`
  sum(bet_cost)::bigint AS bet_cost, sum(payout)::bigint AS payout, sum(rebate)::bigint AS rebate,
  sum(gift)::bigint AS gift, sum(deposit)::bigint AS deposit, sum(withdrawal)::bigint AS withdrawal,
  sum(transfer_out)::bigint AS transfer_out, sum(change)::bigint AS change`;

/** Adds what player $1's transfers after $2 up to $3 mean to the quarters; answers how many transfers that were. */
export const ROLL_UP = sql`
  WITH entry AS MATERIALIZED (${ENTRY}), kept AS (
    INSERT INTO report_quarter AS q (player_id, at, game, bet_cost, payout, rebate, gift, deposit, withdrawal, transfer_out, change)
    SELECT $1, ${quarter(sql`at`)}, game, ${SUMS} FROM entry GROUP BY 2, 3
    ON CONFLICT (player_id, at, game) DO UPDATE SET
      bet_cost = q.bet_cost + excluded.bet_cost, payout = q.payout + excluded.payout, rebate = q.rebate + excluded.rebate,
      gift = q.gift + excluded.gift, deposit = q.deposit + excluded.deposit, withdrawal = q.withdrawal + excluded.withdrawal,
      transfer_out = q.transfer_out + excluded.transfer_out, change = q.change + excluded.change
  )
  SELECT count(DISTINCT id) AS transfers FROM entry`;

/** The days that are reported on. $1 days, today among them, $2 minutes east of UTC. */
export const DAYS = sql`
  SELECT epoch_ms(list_start($1, $2)) AS from_ms, $1::bigint * 86400000 + epoch_ms(list_start($1, $2)) AS to_ms`;

const DAY: Sql = sql`to_char(at AT TIME ZONE 'UTC' + $4::int * interval '1 minute', 'YYYY-MM-DD')`;

/**
 * Up to the player's mark, in the one snapshot that tells where it is. $1 player, $2 from, $3 to, $4 minutes east of
 * UTC. One row at least: without a day where nothing is summed up.
 */
export const KEPT = sql`
  SELECT coalesce(m.transfer_id, 0) AS mark, q.*
  FROM (SELECT) AS one LEFT JOIN player_mark m ON m.player_id = $1
  LEFT JOIN (
    SELECT ${DAY} AS day, game, ${SUMS} FROM report_quarter
    WHERE player_id = $1 AND at >= $2::timestamptz AND at < $3::timestamptz GROUP BY 1, 2
  ) AS q ON true`;

/**
 * After the mark, with what the player has now. $1 player, $2 the mark, $3 the last id there can be, $4 minutes east
 * of UTC, $5 from, $6 to. `tail` is how many transfers were read.
 */
export const TAIL = sql`
  WITH entry AS MATERIALIZED (${ENTRY})
  SELECT n.cash, n.hold, n.tail, e.* FROM (
    SELECT (SELECT balance FROM ledger_account WHERE id = cash_account($1)) AS cash,
           (SELECT balance FROM ledger_account WHERE id = hold_account($1)) AS hold,
           (SELECT count(DISTINCT id)::int FROM entry) AS tail
  ) AS n LEFT JOIN (
    SELECT ${DAY} AS day, game, ${SUMS} FROM entry
    WHERE at >= $5::timestamptz AND at < $6::timestamptz GROUP BY 1, 2
  ) AS e ON true`;
