import { inBothOrders, sql } from "../../db/database.ts";

/** Waiting requests that are void: expired, or their author is no longer an active admin. */
const OVER = sql`
  (r.expires <= house_clock() OR NOT EXISTS (
    SELECT FROM operator a WHERE a.id = r.asked_by AND a.status = 'active' AND a.role = 'admin' AND a.password_hash IS NOT NULL))`;

/** Requests that wait for another admin. */
export const WAITS = sql`(r.status = 'waiting' AND NOT ${OVER})`;

const ROW = sql`
  r.id, r.kind, r.operator_id, coalesce(o.name, r.name) AS name, r.role, r.reason,
  CASE WHEN r.status = 'waiting' AND ${OVER} THEN 'expired' ELSE r.status END AS status, r.asked_by,
  a.name AS asked_name, epoch_ms(r.asked) AS asked_ms, epoch_ms(r.expires) AS expires_ms, r.decided_by,
  d.name AS decided_name, epoch_ms(r.decided) AS decided_ms, r.half_hash, r.name AS asked_for, r.seal
  FROM operator_request r JOIN operator a ON a.id = r.asked_by LEFT JOIN operator d ON d.id = r.decided_by
  LEFT JOIN operator o ON o.id = r.operator_id`;

/** $1 ids past this one or null, $2 rows, $3 whether only waiting ones. */
export const LIST = inBothOrders(
  (past, way) => sql`
  SELECT ${ROW}
  WHERE ($1::bigint IS NULL OR r.id ${past} $1) AND (NOT $3 OR ${WAITS})
  ORDER BY r.id ${way} LIMIT $2`,
);

export const ONE = sql`SELECT ${ROW} WHERE r.id = $1`;

export const LOCK = sql`SELECT id FROM operator_request WHERE id = $1 FOR UPDATE`;

/** Number of requests that wait for another admin. */
export const COUNT_WAITING = sql`
  SELECT count(*)::int AS waiting FROM operator_request r WHERE ${WAITS}`;

/**
 * Cancels void requests about the same operator or name, so that a new one can be added. $1 operator or null, $2 name
 * or null.
 */
export const END_OVER = sql`
  UPDATE operator_request r SET status = 'cancelled', decided = house_clock()
  WHERE r.status = 'waiting' AND ${OVER} AND (r.operator_id = $1 OR lower(r.name) = lower($2))`;

/** The number of the next request, and when it would expire, epoch milliseconds. $1 hours. */
export const NEXT = sql`
  SELECT nextval('operator_request_id') AS id, epoch_ms(house_clock() + $1::int * interval '1 hour') AS expires_ms`;

/**
 * No row while another one waits. $1 kind, $2 operator or null, $3 name or null, $4 role or null, $5 reason, $6 its
 * author, $7 when it expires, epoch milliseconds, $8 half, $9 id, $10 seal.
 */
export const ASK = sql`
  INSERT INTO operator_request (id, kind, operator_id, name, role, reason, asked_by, asked, expires, half_hash, seal)
  VALUES ($9, $1, $2, $3, $4, $5, $6, house_clock(), to_timestamp($7::bigint / 1000.0), $8, $10)
  ON CONFLICT DO NOTHING RETURNING id`;

/** $2 "confirmed" or "cancelled", $3 who decides, $4 operator, or null to leave it unchanged. */
export const END = sql`
  UPDATE operator_request SET status = $2, decided_by = $3, decided = house_clock(), half_hash = NULL,
    operator_id = coalesce($4::bigint, operator_id)
  WHERE id = $1`;
