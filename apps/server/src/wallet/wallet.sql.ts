import { sql } from "../db/database.ts";

/** The statements of the wallet. */

/** $1 player, $2 type, $3 channel, $4 status, $5 amount, $6 milliseconds until it expires or null, $7 balance after. */
export const ADD_ORDER = sql`
  WITH clock AS MATERIALIZED (SELECT house_clock() AS at)
  INSERT INTO money_order (id, player_id, type, channel, status, amount, created, finished, expires, balance_after)
  SELECT dated_id(at, nextval('money_order_number')), $1, $2, $3, $4, $5::bigint, at,
         CASE WHEN $4 <> 'pendingReview' THEN at END, at + $6::bigint * interval '1 millisecond', $7::bigint
  FROM clock
  RETURNING id, epoch_ms(created) AS created, epoch_ms(finished) AS finished, epoch_ms(expires) AS expires`;

export const TELL_BALANCE = sql`
  INSERT INTO live_event (player_id, event, payload) VALUES ($1, 'balance', jsonb_build_object('balance', $2::text))`;

const LISTED = sql`
  FROM money_order
  WHERE player_id = $1 AND type = $4 AND created >= list_start($2, $3) AND ($5::text IS NULL OR status = $5)`;

/** $1 player, $2 days, $3 minutes east of UTC, $4 type, $5 status or null, $6 ids below or null, $7 rows. */
export const ORDERS = sql`
  SELECT id, type, channel, status, amount, fee, epoch_ms(created) AS created, epoch_ms(finished) AS finished,
         reason, balance_after
  ${LISTED} AND ($6::bigint IS NULL OR id < $6) ORDER BY id DESC LIMIT $7`;

/** As ORDERS, over all pages: only what passed has moved. */
export const ORDER_SUMS = sql`
  SELECT coalesce(sum(amount) FILTER (WHERE status = 'passed'), 0)::bigint AS passed ${LISTED}`;
