import { sql } from "../db/database.ts";

/** The statements of the wallet. */

const ROWS = sql`
  SELECT m.id, m.player_id, m.type, m.channel, m.status, m.amount, m.fee, epoch_ms(m.created) AS created,
         epoch_ms(m.finished) AS finished, m.reason, m.balance_after, p.due::text AS due, p.currency, p.sheet,
         epoch_ms(p.confirmed) AS confirmed, p.trouble, p.ended_by, p.asked,
         CASE WHEN m.status = 'pendingReview' AND p.trouble IS NOT NULL THEN (recharge_came(m.id)).came END AS came,
         epoch_ms(m.expires) AS expires,
         m.expires <= house_clock() AS over`;

const ORDERS = sql`FROM money_order m LEFT JOIN recharge_payment p ON p.order_id = m.id WHERE m.player_id = $1`;

/** An order ($2) of a player ($1) of a type ($3). */
export const ONE_ORDER = sql`${ROWS} ${ORDERS} AND m.id = $2 AND m.type = $3`;

const FROM = sql`to_timestamp($2::bigint / 1000.0)`;
const TO = sql`to_timestamp($3::bigint / 1000.0)`;
/**
 * $1 player, $2 and $3 from one instant to before another (epoch ms), $4 type, $5 status or null. The days in the ids say where
 * in the index to begin.
 */
const LISTED = sql`
  ${ORDERS} AND m.type = $4 AND m.created >= ${FROM} AND m.created < ${TO}
  AND m.id >= dated_id(${FROM}, 0) AND m.id < dated_after(${TO})
  AND ($5::text IS NULL OR m.status = $5)`;

/** As `LISTED`; $6 ids below or null, $7 rows. */
export const LISTED_ORDERS = sql`
  ${ROWS} ${LISTED} AND ($6::bigint IS NULL OR m.id < $6) ORDER BY m.id DESC LIMIT $7`;

/** As `LISTED`, over all pages: only passed orders count. */
export const LISTED_SUMS = sql`
  SELECT coalesce(sum(m.amount) FILTER (WHERE m.status = 'passed'), 0)::bigint AS passed ${LISTED}`;
