import { sql, type Sql } from "../../db/database.ts";

export const PENDING = sql`
  SELECT count(*) FILTER (WHERE type = 'recharge') AS recharges, count(*) FILTER (WHERE type = 'withdrawal') AS withdrawals
  FROM money_order WHERE status = 'pendingReview'`;

const DAY_OF = sql`width_bucket(epoch_ms(at), $1::bigint[])`;
const FIRST = sql`to_timestamp(($1::bigint[])[1] / 1000.0)`;

/** Turnover and payouts of settled periods, by day (from 1) and game. $1 what each day begins at (epoch ms). */
export const BETTING = sql`
  SELECT ${DAY_OF} AS day, game, sum(turnover)::bigint AS turnover, sum(paid)::bigint AS payouts FROM (
    SELECT settled_at AS at, game, turnover, paid FROM period
    WHERE state = 'settled' AND settled_at >= ${FIRST}
  ) AS p GROUP BY 1, 2`;

/** Recharges and withdrawals that passed, by day (from 1). $1 what each day begins at (epoch ms). */
export const MONEY = sql`
  SELECT ${DAY_OF} AS day, coalesce(sum(amount) FILTER (WHERE type = 'recharge'), 0)::bigint AS deposit,
         coalesce(sum(amount) FILTER (WHERE type = 'withdrawal'), 0)::bigint AS withdrawal FROM (
    SELECT finished AS at, type, amount FROM money_order WHERE status = 'passed' AND finished >= ${FIRST}
  ) AS m GROUP BY 1`;

/** Players, each counted once on whichever servers they are; see the call for what each count means. $1 what today begins at (epoch ms). */
export const PLAYERS = sql`
  SELECT ${seenSince(sql`house_clock() - interval '75 seconds'`, sql`AND revoked IS NULL`)} AS online,
         ${seenSince(sql`house_clock() - interval '24 hours'`)} AS seen,
         (SELECT count(*) FROM player WHERE created >= to_timestamp($1::bigint / 1000.0)) AS registered`;

/** Counts players with a session seen since a time, also if they have logged out since. Servers store what they have seen every 30 seconds. */
function seenSince(since: Sql, and: Sql = sql``): Sql {
  return sql`(SELECT count(DISTINCT player_id) FROM session_family WHERE greatest(seen, rotated) > ${since} ${and})`;
}

/** Periods that should be drawn or settled by now. $1 tolerance in milliseconds. */
export const LATE = sql`
  SELECT game, period_no, state, epoch_ms(draw_at) AS draw_ms, epoch_ms(house_clock()) - epoch_ms(draw_at) AS late_ms
  FROM period WHERE state IN ('open', 'closed', 'drawn') AND draw_at < house_clock() - $1 * interval '1 millisecond'
  ORDER BY draw_at LIMIT 50`;

/** Counts payments that were not credited to an order. */
export const PAYMENTS = sql`
  SELECT count(*) AS payments FROM payment_notice WHERE outcome IN ('extra', 'unmatched') AND closed IS NULL`;

/** Games with a period that is on sale or about to be drawn. */
export const GAMES_WITH_PERIOD = sql`
  SELECT game FROM period WHERE state IN ('planned', 'open', 'closed') AND draw_at > house_clock() GROUP BY game`;

export const SILENCES = sql`SELECT kind, name, epoch_ms(since) AS since FROM outside_silence ORDER BY since, kind, name`;
/** When a server that runs the draws beat last, by either of its signs of life. */
export const LED_AT = sql`
  SELECT epoch_ms(greatest(p.seen, CASE WHEN isfinite(l.beat) THEN l.beat END)) AS at, epoch_ms(house_clock()) AS now
  FROM draw_leader l, draw_pulse p`;

/** Periods skipped within 24 hours. $1 games, whose period numbers begin with the day. */
export const SKIPPED = sql`
  SELECT count(*)::int AS skipped FROM unnest($1::text[]) AS g (game) JOIN period p ON p.game = g.game
    AND p.period_no >= (SELECT to_char(house_clock() - interval '48 hours', 'YYYYMMDD'))
  WHERE p.state = 'skipped' AND p.draw_at > (SELECT house_clock() - interval '24 hours')`;

/** Periods voided by rule that no operator has marked as seen, newest first, with the stakes returned so far, and all that are to be. */
export const RULE_VOIDS = sql`
  SELECT v.game, v.period_no, epoch_ms(v.at) AS at_ms, v.cause, epoch_ms(v.still_since) AS still_ms, c.orders, c.refund, b.orders AS orders_in_all, b.stake,
    (count(*) OVER ())::int AS count
  FROM rule_void v CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(refund), 0)::bigint AS refund FROM bet_cancellation c
    WHERE c.game = v.game AND c.period_no = v.period_no AND c.why = 'void'
  ) AS c CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(total), 0)::bigint AS stake FROM bet_order b
    WHERE b.game = v.game AND b.period_no = v.period_no
      AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = b.player_id AND c.order_id = b.id AND c.why = 'player')
  ) AS b
  WHERE v.seen IS NULL ORDER BY v.at DESC, v.game, v.period_no LIMIT 50`;

/** Counts everything that waits at the desk, in one query. $1 tolerance in milliseconds. */
export const WAITING = sql`
  SELECT
    (SELECT count(*) FROM money_order WHERE status = 'pendingReview' AND type = 'recharge') AS recharges,
    (SELECT count(*) FROM money_order WHERE status = 'pendingReview' AND type = 'withdrawal') AS withdrawals,
    (SELECT count(*) FROM payment_notice WHERE outcome IN ('extra', 'unmatched') AND closed IS NULL) AS payments,
    (SELECT count(*) FROM identity_submission WHERE outcome IS NULL) AS identities,
    (SELECT count(*) FROM harm_case WHERE closed IS NULL) AS care,
    (SELECT count(*) FROM period WHERE state IN ('open', 'closed', 'drawn')
       AND draw_at < house_clock() - $1 * interval '1 millisecond') AS late,
    (SELECT count(*) FROM rule_void WHERE seen IS NULL) AS rule_voids,
    money_stopped() AS stopped`;
