import { type Sql, sql } from "../db/database.ts";
import { PASSED } from "./turnover.sql.ts";

/** Start of the quarter of an hour: days of all present time zones begin with one. */
const quarter = (at: Sql): Sql =>
  sql`date_bin(interval '15 minutes', ${at}, timestamptz '2000-01-01T00:00:00Z')`;

/**
 * Report entries of the transfers `t` of player $1, as player_history returns them: one row per movement, at its time,
 * and one per stake of a settled order, at the time of settlement.
 */
const entryOf = (transfers: Sql): Sql => sql`
  SELECT t.id, t.created AS at, CASE WHEN t.code = 'payout' THEN coalesce(t.won_game, '') ELSE '' END AS game,
         0::bigint AS bet_cost,
         CASE WHEN t.code = 'payout' THEN t.amount ELSE 0 END AS payout,
         CASE WHEN t.code IN ('rebate', 'commission') THEN t.amount ELSE 0 END AS rebate,
         CASE WHEN t.code = 'gift' THEN t.amount ELSE 0 END AS gift,
         CASE WHEN t.code = 'recharge' THEN t.amount ELSE 0 END AS deposit,
         CASE WHEN t.code IN ('withdrawal', 'withdrawal-fee') THEN t.amount ELSE 0 END AS withdrawal,
         CASE WHEN t.code = 'adjustment' AND t.debit_account = cash_account($1) THEN t.amount ELSE 0 END AS transfer_out,
         CASE WHEN t.credit_account IN (cash_account($1), hold_account($1), chase_account($1)) THEN t.amount ELSE 0 END
         - CASE WHEN t.debit_account IN (cash_account($1), hold_account($1), chase_account($1)) THEN t.amount ELSE 0 END AS change
  FROM ${transfers} AS t
  UNION ALL
  SELECT t.id, t.settled_at, t.game, t.amount - coalesce(t.refund, 0), 0, 0, 0, 0, 0, 0, 0
  FROM ${transfers} AS t WHERE t.code = 'stake' AND t.settled_at IS NOT NULL AND t.cancelled_at IS NULL`;

/** Entries, as of `entryOf`, of the settled ones among the stakes that a watermark has passed. */
const PASSED_ENTRY: Sql = sql`
  SELECT id, settled_at AS at, game, staked AS bet_cost, 0::bigint AS payout, 0::bigint AS rebate, 0::bigint AS gift,
         0::bigint AS deposit, 0::bigint AS withdrawal, 0::bigint AS transfer_out, 0::bigint AS change
  FROM passed WHERE settled_at IS NOT NULL AND cancelled_at IS NULL`;

const SUMS: Sql = sql`
  sum(bet_cost)::bigint AS bet_cost, sum(payout)::bigint AS payout, sum(rebate)::bigint AS rebate,
  sum(gift)::bigint AS gift, sum(deposit)::bigint AS deposit, sum(withdrawal)::bigint AS withdrawal,
  sum(transfer_out)::bigint AS transfer_out, sum(change)::bigint AS change`;

/** Adds each `entry` of player $1 to its quarter of an hour. */
const KEEP: Sql = sql`
  INSERT INTO report_quarter AS q (player_id, at, game, bet_cost, payout, rebate, gift, deposit, withdrawal, transfer_out, change)
  SELECT $1, ${quarter(sql`at`)}, game, ${SUMS} FROM entry GROUP BY 2, 3
  ON CONFLICT (player_id, at, game) DO UPDATE SET
    bet_cost = q.bet_cost + excluded.bet_cost, payout = q.payout + excluded.payout, rebate = q.rebate + excluded.rebate,
    gift = q.gift + excluded.gift, deposit = q.deposit + excluded.deposit, withdrawal = q.withdrawal + excluded.withdrawal,
    transfer_out = q.transfer_out + excluded.transfer_out, change = q.change + excluded.change`;

/** Adds the entries of player $1's transfers after $2 up to $3 to the quarters; returns the number of transfers. */
export const ROLL_UP = sql`
  WITH moved AS MATERIALIZED (
    SELECT * FROM player_history($1, $2 + 1, $3, NULL)
  ), entry AS MATERIALIZED (${entryOf(sql`moved`)}), kept AS (${KEEP})
  SELECT count(*) AS transfers FROM moved`;

/**
 * Adds the ended ones among the stakes that the watermark of player $1 has passed to the watermark and the quarters.
 * Returns the new watermark, whose time is not before the end of the last of them, and never while one is open.
 */
export const TAKE_PASSED = sql`
  WITH passed AS MATERIALIZED (${PASSED}), entry AS MATERIALIZED (${PASSED_ENTRY}), kept AS (${KEEP}), over AS (
    SELECT coalesce(sum(staked) FILTER (WHERE cancelled_at IS NULL), 0)::bigint AS staked,
           max(coalesce(cancelled_at, settled_at)) AS at
    FROM passed WHERE settled_at IS NOT NULL OR cancelled_at IS NOT NULL
  ), gone AS (
    DELETE FROM player_open_stake WHERE player_id = $1
      AND order_id IN (SELECT id FROM passed WHERE settled_at IS NOT NULL OR cancelled_at IS NOT NULL)
  )
  UPDATE player_mark m SET staked = m.staked + over.staked, open_until = greatest(m.open_until, over.at)
  FROM over WHERE m.player_id = $1
  RETURNING m.transfer_id, m.held, m.received, m.staked, m.since::text AS since,
    CASE WHEN EXISTS (SELECT FROM passed WHERE settled_at IS NULL AND cancelled_at IS NULL)
         THEN 'infinity' ELSE m.open_until::text END AS open_until`;

const FIRST = sql`to_timestamp(($2::bigint[])[1] / 1000.0)`;

/**
 * The sums up to the player's watermark plus the transfers after it, in one snapshot, with the current balances. At
 * least one row, without a day if nothing moved. $1 player, $2 what the days begin at and where the last ends (epoch ms),
 * $3 maximum number of transfers after the watermark. `tail` is the number of those, plus ended stakes that the watermark
 * had passed: from $3 on the sums are invalid.
 */
export const REPORT = sql`
  WITH tail AS MATERIALIZED (
    SELECT * FROM player_history(
      $1, 1 + coalesce((SELECT transfer_id FROM player_mark WHERE player_id = $1), 0), 9223372036854775807, $3)
  ), passed AS MATERIALIZED (${PASSED}), entry AS MATERIALIZED (${entryOf(sql`tail`)} UNION ALL ${PASSED_ENTRY}), day AS (
    SELECT width_bucket(epoch_ms(at), $2::bigint[]) AS day, game, ${SUMS}
    FROM (
      SELECT at, game, bet_cost, payout, rebate, gift, deposit, withdrawal, transfer_out, change
      FROM report_quarter WHERE player_id = $1 AND at >= ${FIRST}
      UNION ALL
      SELECT at, game, bet_cost, payout, rebate, gift, deposit, withdrawal, transfer_out, change
      FROM entry WHERE at >= ${FIRST}
    ) AS moved GROUP BY 1, 2
  )
  SELECT n.*, d.day, d.game, d.bet_cost, d.payout, d.rebate, d.gift, d.deposit, d.withdrawal,
         d.transfer_out, d.change
  FROM (
    SELECT (SELECT balance FROM ledger_account WHERE id = cash_account($1)) AS cash,
           (SELECT sum(balance)::bigint FROM ledger_account WHERE id IN (hold_account($1), chase_account($1))) AS hold,
           (SELECT count(*) FROM tail)::int + (
             SELECT count(coalesce(cancelled_at, settled_at)) FROM passed)::int AS tail
  ) AS n LEFT JOIN day AS d ON true`;
