import { sql } from "../db/database.ts";

/** The statements of the wallet. */

const LISTED = sql`
  FROM money_order m LEFT JOIN recharge_payment p ON p.order_id = m.id
  WHERE player_id = $1 AND type = $4 AND m.created >= list_start($2, $3) AND ($5::text IS NULL OR status = $5)`;

/** $1 player, $2 days, $3 minutes east of UTC, $4 type, $5 status or null, $6 ids below or null, $7 rows. */
export const ORDERS = sql`
  SELECT m.id, m.player_id, m.type, m.channel, m.status, m.amount, m.fee, epoch_ms(m.created) AS created,
         epoch_ms(m.finished) AS finished, m.reason, m.balance_after, p.due::text AS due, p.currency, p.sheet,
         epoch_ms(p.confirmed) AS confirmed, p.trouble, p.ended_by, epoch_ms(m.expires) AS expires,
         m.expires <= house_clock() AS over
  ${LISTED} AND ($6::bigint IS NULL OR id < $6) ORDER BY id DESC LIMIT $7`;

/** As ORDERS, over all pages: only passed orders count. */
export const ORDER_SUMS = sql`
  SELECT coalesce(sum(amount) FILTER (WHERE status = 'passed'), 0)::bigint AS passed ${LISTED}`;
