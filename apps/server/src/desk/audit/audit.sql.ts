import { sql } from "../../db/database.ts";

/** $1 operator, $2 role, $3 action, $4 subject, $5 reason, $6 detail, $7 address. */
export const WRITE = sql`
  INSERT INTO audit_log (at, operator_id, role, action, subject, reason, detail, address)
  VALUES (house_clock(), $1, $2, $3, $4, $5, $6::jsonb, $7)`;

/**
 * Whether an operator's look is in the log since their session began. $1 operator, $2 action, $3 subject, $4 detail, $5 when it
 * began, epoch milliseconds.
 */
export const HAS_LOOKED = sql`
  SELECT EXISTS (
    SELECT FROM audit_log
    WHERE operator_id = $1 AND action = $2 AND subject = $3 AND detail = $4::jsonb AND at >= to_timestamp($5::bigint / 1000.0)
  ) AS looked`;

/**
 * Returns a row if the operator is active, enrolled and has this role, and locks that until the transaction ends. $1
 * operator, $2 role.
 */
export const IS_STILL = sql`
  SELECT id FROM operator WHERE id = $1 AND role = $2 AND status = 'active' AND password_hash IS NOT NULL FOR SHARE`;

/** Serializes an operator's requests with the same key. $1 operator, $2 key. */
export const LOCK_KEY = sql`SELECT pg_advisory_xact_lock(hashtextextended($1::bigint::text || '|' || $2, 15))`;

/**
 * What was stored under a key, and a message into the log, for which the commit waits: with a synchronous standby nothing
 * is told again that a failover could take back.
 */
export const FIND_KEY = sql`
  SELECT body_hash, outcome, pg_logical_emit_message(true, 'told again', '') AS logged FROM operator_key
  WHERE operator_id = $1 AND key = $2`;

/** No row when the key is taken. $3 hash, $4 outcome. */
export const KEEP_KEY = sql`
  INSERT INTO operator_key (operator_id, key, body_hash, outcome, created) VALUES ($1, $2, $3, $4, house_clock())
  ON CONFLICT DO NOTHING RETURNING key`;

export const FORGET_KEYS = sql`DELETE FROM operator_key WHERE created < house_clock() - interval '90 days'`;

/** The names of these operators ($1) and players ($2). */
export const NAMES = sql`
  SELECT 'operator ' || id AS who, name FROM operator WHERE id = ANY ($1::bigint[])
  UNION ALL SELECT 'player ' || id, username FROM player WHERE id = ANY ($2::bigint[])`;

/**
 * $1 only lower ids or null, $2 rows, $3 operator or null, $4 action or null, $5 part of the subject or null, $6 from,
 * $7 to.
 */
export const LIST = sql`
  SELECT a.id, epoch_ms(a.at) AS at_ms, a.operator_id, o.name AS operator_name, a.role, a.action, a.subject, a.reason,
         a.detail, a.address
  FROM audit_log a LEFT JOIN operator o ON o.id = a.operator_id
  WHERE ($1::bigint IS NULL OR a.id < $1) AND ($3::bigint IS NULL OR a.operator_id = $3)
    AND ($4::text IS NULL OR a.action = $4) AND ($5::text IS NULL OR strpos(lower(a.subject), lower($5)) > 0)
    AND ($6::timestamptz IS NULL OR a.at >= $6) AND ($7::timestamptz IS NULL OR a.at < $7)
  ORDER BY a.id DESC LIMIT $2`;
