import { sql } from "../../db/database.ts";

/** Statements of recharges. Each that changes a status runs under the lock of the player's money. */

/**
 * $1 player, $2 channel, $3 status, $4 amount, $5 fee, $6 milliseconds until it expires or null, $7 balance after, $8 the
 * id under which it was reserved, or null.
 */
export const ADD_ORDER = sql`
  WITH clock AS MATERIALIZED (SELECT house_clock() AS at)
  INSERT INTO money_order (id, player_id, type, channel, status, amount, fee, created, finished, expires, balance_after)
  SELECT coalesce($8::bigint, dated_id(at, nextval('money_order_number'))), $1, 'recharge', $2, $3, $4::bigint, $5::bigint, at,
         CASE WHEN $3 <> 'pendingReview' THEN at END, at + $6::bigint * interval '1 millisecond', $7::bigint
  FROM clock
  RETURNING id, epoch_ms(created) AS created, epoch_ms(finished) AS finished, epoch_ms(expires) AS expires`;

/** $1 order, $2 channel, $3 amount due, $4 its currency, $5 payment instructions, $6 reference: no row if it is taken. */
export const ADD_PAYMENT = sql`
  INSERT INTO recharge_payment (order_id, channel, due, currency, sheet, created, reference)
  SELECT $1, $2, $3::numeric, $4, $5::jsonb, house_clock(), $6
  ON CONFLICT (reference) DO NOTHING RETURNING order_id`;

export const WAITING_OF_PLAYER = sql`
  SELECT count(*)::int AS waiting FROM money_order
  WHERE player_id = $1 AND type = 'recharge' AND status = 'pendingReview'`;

export const WAITING_SUM = sql`
  SELECT coalesce(sum(amount), 0)::bigint AS sum FROM money_order
  WHERE player_id = $1 AND type = 'recharge' AND status = 'pendingReview'`;

/** Serializes the choice of amounts of a channel. $1 the lock's number, $2 the channel. */
export const LOCK_AMOUNTS = sql`SELECT pg_advisory_xact_lock($1::int, hashtext($2))`;

/**
 * Which of these amounts ($2) are used by orders of a channel ($1): waiting ones, and those of the last day, whose
 * payment may still arrive.
 */
export const TAKEN_AMOUNTS = sql`
  SELECT array_position($2::numeric[], p.due) - 1 AS tail
  FROM recharge_payment p JOIN money_order m ON m.id = p.order_id
  WHERE p.channel = $1 AND p.due = ANY ($2::numeric[])
    AND (m.status = 'pendingReview' OR p.created > house_clock() - interval '1 day')`;

const ROW = sql`
  SELECT m.id, m.player_id, m.type, m.channel, m.status, m.amount, m.fee, epoch_ms(m.created) AS created,
         epoch_ms(m.finished) AS finished, m.reason, m.balance_after, p.due::text AS due, p.currency, p.sheet,
         epoch_ms(p.confirmed) AS confirmed, p.trouble, p.ended_by, p.asked,
         CASE WHEN m.status = 'pendingReview' AND p.trouble IS NOT NULL THEN (recharge_came(m.id)).came END AS came,
         epoch_ms(m.expires) AS expires,
         m.expires <= house_clock() AS over
  FROM money_order m LEFT JOIN recharge_payment p ON p.order_id = m.id`;

/** One recharge. */
export const RECHARGE = sql`${ROW} WHERE m.id = $1 AND m.type = 'recharge'`;

/** Waiting recharges, oldest first; those with a problem before all others. $1 rows. */
export const WAITING = sql`
  ${ROW} WHERE m.status = 'pendingReview' AND m.type = 'recharge' ORDER BY p.trouble IS NULL, m.id LIMIT $1`;

/**
 * $1 order, $2 status, $3 amount, $4 reason, $5 balance after. Returns whether the order still had the status that was
 * read ($6).
 */
export const END = sql`
  UPDATE money_order
  SET status = $2, amount = $3, reason = $4, balance_after = $5, finished = greatest(house_clock(), created)
  WHERE id = $1 AND type = 'recharge' AND status = $6
  RETURNING epoch_ms(finished) AS finished`;

/** $1 order, $2 by whom, $3 what was asked for, if another amount was credited. A match of before can no longer be undone to that. */
export const ENDED_BY = sql`
  UPDATE recharge_payment SET ended_by = $2, asked = $3::bigint, before_match = NULL WHERE order_id = $1`;

/** Back into review because of a payment that does not match. $1 order, $2 the problem. */
export const TO_DESK = sql`
  WITH troubled AS (UPDATE recharge_payment SET trouble = $2, ended_by = NULL WHERE order_id = $1)
  UPDATE money_order SET status = 'pendingReview', finished = NULL, reason = NULL, balance_after = NULL WHERE id = $1`;

/** $1 order, $2 minimum waiting time from now in milliseconds. */
export const CONFIRM = sql`
  WITH told AS (UPDATE recharge_payment SET confirmed = house_clock() WHERE order_id = $1 RETURNING confirmed)
  UPDATE money_order SET expires = greatest(expires, told.confirmed + $2::bigint * interval '1 millisecond')
  FROM told WHERE id = $1 RETURNING epoch_ms(told.confirmed) AS confirmed`;

/** Expired orders, unless money is frozen: no order expires while it could not be credited. */
export const EXPIRED = sql`
  SELECT m.id FROM money_order m JOIN recharge_payment p ON p.order_id = m.id
  WHERE m.status = 'pendingReview' AND m.type = 'recharge' AND m.expires <= house_clock() AND p.trouble IS NULL
    AND NOT money_stopped()
  ORDER BY m.id LIMIT $1`;

/** $1 channel, $2 id. */
export const NOTICE = sql`
  SELECT body_hash, order_id, outcome FROM payment_notice WHERE channel = $1 AND id = $2`;

/**
 * $1 channel, $2 id, $3 hash, $4 amount, $5 currency, $6 sealed text, $7 order, $8 outcome. Returns no row if the id is
 * taken.
 */
export const ADD_NOTICE = sql`
  INSERT INTO payment_notice (channel, id, body_hash, amount, currency, payer_text, received, order_id, outcome)
  VALUES ($1, $2, $3, $4::numeric, $5, $6, house_clock(), $7, $8)
  ON CONFLICT DO NOTHING RETURNING id`;

/**
 * The orders of a channel ($1) that a text names: by number ($2), by reference ($3), or by a reference within longer words
 * ($4), which is sure only if exactly the amount due came ($5, in $6).
 */
export const NAMED_ORDERS = sql`
  SELECT order_id AS id,
         order_id = ANY ($2::bigint[]) OR reference = ANY ($3::text[]) OR due = $5::numeric AND currency = $6 AS sure
  FROM recharge_payment WHERE channel = $1 AND (order_id = ANY ($2::bigint[]) OR reference = ANY ($3::text[] || $4::text[]))`;

/**
 * The order of a transfer without reference, by its exact amount: the waiting one, else the only one of the last month.
 * $1 channel, $2 amount, $3 currency.
 */
export const ORDER_BY_AMOUNT = sql`
  WITH candidate AS (
    SELECT p.order_id AS id, m.status = 'pendingReview' AS waits
    FROM recharge_payment p JOIN money_order m ON m.id = p.order_id
    WHERE p.channel = $1 AND p.due = $2::numeric AND p.currency = $3 AND p.created > house_clock() - interval '30 days'
  )
  SELECT id FROM candidate WHERE waits
  UNION ALL
  SELECT min(id) FROM candidate WHERE NOT EXISTS (SELECT FROM candidate WHERE waits) HAVING count(*) = 1`;

/** $1 references. */
export const BY_REFERENCE = sql`SELECT order_id AS id FROM recharge_payment WHERE reference = ANY ($1::text[])`;

/** $1 amount paid, $2 currency, $3 order: whether exactly the amount due was paid. */
export const FITS = sql`
  SELECT due = $1::numeric AND currency = $2 AS fits FROM recharge_payment WHERE order_id = $3`;

/** Notices of payments that were not credited, oldest first. $1 rows. */
export const OPEN_NOTICES = sql`
  SELECT channel, id, amount::text AS amount, currency, payer_text, reference, epoch_ms(received) AS received, order_id,
         outcome
  FROM payment_notice WHERE outcome IN ('extra', 'unmatched') AND closed IS NULL ORDER BY received LIMIT $1`;

/** Notices whose text a server of before stored open. */
export const UNSEALED = sql`
  SELECT channel, id, reference FROM payment_notice WHERE reference IS NOT NULL ORDER BY channel, id LIMIT 200`;

/** $1 channel, $2 id, $3 sealed text, $4 the open one. */
export const SEAL_TEXT = sql`
  UPDATE payment_notice SET payer_text = $3, reference = NULL WHERE channel = $1 AND id = $2 AND reference = $4`;

/** $1 channel, $2 id. */
export const PAYER_TEXT = sql`
  SELECT channel, id, payer_text, reference FROM payment_notice WHERE channel = $1 AND id = $2`;

/** $1 channel, $2 id, $3 the note of the operator, $4 operator. */
export const CLOSE_NOTICE = sql`
  UPDATE payment_notice SET closed = house_clock(), closed_reason = $3, closed_by = $4
  WHERE channel = $1 AND id = $2 AND outcome IN ('extra', 'unmatched') AND closed IS NULL RETURNING id`;

/** $1 channel, $2 id, $3 order, $4 operator, $5 the order's currency. */
export const MATCH_NOTICE = sql`
  UPDATE payment_notice
  SET extra_of = order_id, order_id = $3, outcome = 'review', matched = house_clock(), matched_by = $4
  WHERE channel = $1 AND id = $2 AND outcome IN ('extra', 'unmatched') AND closed IS NULL AND currency = $5
  RETURNING amount::text AS amount`;

/** Remembers the state of an order before the first match. $1 order. */
export const BEFORE_MATCH = sql`
  UPDATE recharge_payment p
  SET before_match = jsonb_build_object('status', m.status, 'reason', m.reason, 'finished', m.finished, 'trouble', p.trouble,
                                        'endedBy', p.ended_by)
  FROM money_order m WHERE m.id = p.order_id AND p.order_id = $1 AND p.before_match IS NULL`;

/** The order that an operator matched a notice with. $1 channel, $2 id. */
export const MATCHED_NOTICE = sql`
  SELECT order_id AS id FROM payment_notice WHERE channel = $1 AND id = $2 AND matched IS NOT NULL AND outcome = 'review'`;

/** $1 channel, $2 id, $3 order. */
export const UNMATCH_NOTICE = sql`
  UPDATE payment_notice
  SET order_id = extra_of, extra_of = NULL, matched = NULL, matched_by = NULL,
      outcome = CASE WHEN extra_of IS NULL THEN 'unmatched' ELSE 'extra' END
  WHERE channel = $1 AND id = $2 AND order_id = $3 AND matched IS NOT NULL AND outcome = 'review' RETURNING id`;

/** $1 order. */
export const NOTICES_IN_REVIEW = sql`SELECT number FROM payment_notice WHERE order_id = $1 AND outcome = 'review'`;

/** The payments of a cancelled order are nobody's again. $1 order. */
export const RELEASE_NOTICES = sql`
  UPDATE payment_notice
  SET order_id = extra_of, extra_of = NULL, matched = NULL, matched_by = NULL,
      outcome = CASE WHEN extra_of IS NULL THEN 'unmatched' ELSE 'extra' END
  WHERE order_id = $1 AND outcome = 'review'`;

/** Puts an order that no payment is left for back to where it was before the first match. $1 order. */
export const BACK_TO_BEFORE = sql`
  WITH before AS MATERIALIZED (
    SELECT order_id, coalesce(before_match, jsonb_build_object('status', 'pendingReview', 'trouble',
                              CASE trouble WHEN 'paid-after-cancelled' THEN trouble END)) AS was
    FROM recharge_payment
    WHERE order_id = $1 AND NOT EXISTS (SELECT FROM payment_notice n WHERE n.order_id = $1 AND n.outcome = 'review')
  ), payment AS (
    UPDATE recharge_payment p SET trouble = b.was->>'trouble', ended_by = b.was->>'endedBy', before_match = NULL
    FROM before b WHERE p.order_id = b.order_id
  )
  UPDATE money_order m
  SET status = b.was->>'status', reason = b.was->>'reason', finished = (b.was->>'finished')::timestamptz
  FROM before b WHERE m.id = b.order_id RETURNING m.status`;

/** $1 channel, $2 id. */
export const IS_OPEN = sql`
  SELECT id FROM payment_notice
  WHERE channel = $1 AND id = $2 AND outcome IN ('extra', 'unmatched') AND closed IS NULL`;

/** Operators who approved this amount of an order. $1 order, $2 amount. */
export const APPROVALS = sql`SELECT operator_id FROM recharge_approval WHERE order_id = $1 AND amount = $2`;

/** $1 order, $2 operator, $3 amount. */
export const ADD_APPROVAL = sql`
  INSERT INTO recharge_approval (order_id, operator_id, amount, created) VALUES ($1, $2, $3, house_clock())`;

/** $1 order. */
export const FORGET_APPROVALS = sql`DELETE FROM recharge_approval WHERE order_id = $1`;

/** What came for an order, and who matched some of it. */
export const CAME = sql`SELECT came, told, matchers FROM recharge_came($1)`;
