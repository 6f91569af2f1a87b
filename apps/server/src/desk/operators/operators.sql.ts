import { sql } from "../../db/database.ts";

/** The newest row of the access of operators `o`, as `ownAccess` reads it. */
export const ACCESS = sql`
  LEFT JOIN LATERAL (
    SELECT version AS access_version, role AS access_role, status AS access_status, seal AS access_seal
    FROM operator_access WHERE operator_id = o.id ORDER BY version DESC LIMIT 1) AS access ON true
  LEFT JOIN LATERAL (SELECT role AS role_before FROM operator_role_before WHERE operator_id = o.id) AS before ON true`;
export const ACCESS_COLUMNS = sql`
  o.role, o.role_seal, role_before, access_version, access_role, access_status, access.access_seal`;

/** Locked is who is so by either word: servers of before do not know the other one. */
const SHOWN = sql`
  id, name, role,
  CASE WHEN (SELECT a.status FROM operator_access a WHERE a.operator_id = operator.id ORDER BY a.version DESC LIMIT 1) = 'locked'
       THEN 'locked' WHEN status = 'active' AND password_hash IS NULL THEN 'enrolling' ELSE status END AS status,
  must_change_password, epoch_ms(created) AS created_ms, epoch_ms(last_sign_in) AS sign_in_ms`;

export const NEXT_ID = sql`SELECT nextval('operator_id') AS id`;

/**
 * No row when the name is taken. $1 id, $2 name, $3 role, $4 hash and $5 sealed secret, both null for one who has yet
 * to enrol, $6 seal of the role, $7 seal of the hash.
 */
export const ADD = sql`
  INSERT INTO operator (id, name, role, password_hash, totp_secret, must_change_password, created, role_seal, password_seal)
  VALUES ($1, $2, $3, $4, $5, false, house_clock(), $6, $7) ON CONFLICT DO NOTHING RETURNING ${SHOWN}`;

export const IS_NAME = sql`SELECT id FROM operator WHERE lower(name) = lower($1)`;

/** Counts those who can sign in as an admin. */
export const ADMINS = sql`
  SELECT count(*)::int AS admins FROM operator
  WHERE role = 'admin' AND status = 'active' AND password_hash IS NOT NULL`;

export const READ = sql`SELECT ${SHOWN} FROM operator WHERE id = $1`;
export const LOCK = sql`SELECT ${SHOWN} FROM operator WHERE id = $1 FOR NO KEY UPDATE`;

/** Those of operators $1 who are active, enrolled and have one of roles $2, as the rows say, with their access. */
export const STILL_MAY = sql`
  SELECT o.id, ${ACCESS_COLUMNS} FROM operator o ${ACCESS}
  WHERE o.id = ANY ($1::bigint[]) AND o.status = 'active' AND o.role = ANY ($2::text[]) AND o.password_hash IS NOT NULL
  ORDER BY o.id FOR SHARE OF o`;

/** A row if an operator's access was changed within the last days, with when that period ends. $1 operator, $2 days. */
export const NEW_UNTIL = sql`
  SELECT epoch_ms(decided + $2::int * interval '1 day') AS until_ms FROM operator_request
  WHERE operator_id = $1 AND status = 'confirmed' AND decided > house_clock() - $2::int * interval '1 day'
  ORDER BY decided DESC LIMIT 1`;

/**
 * Operators whose access this one changed or who changed this one's, as author of the request or by confirming it. $1
 * operator.
 */
export const RELATED = sql`
  SELECT operator_id AS id FROM operator_request
  WHERE status = 'confirmed' AND $1::bigint IN (asked_by, decided_by) AND operator_id <> $1
  UNION SELECT hand FROM operator_request, unnest(ARRAY[asked_by, decided_by]) AS hand
  WHERE operator_id = $1 AND status = 'confirmed' AND hand IS NOT NULL AND hand <> $1`;

/** $1 only lower ids or null, $2 rows. */
export const LIST = sql`
  SELECT ${SHOWN} FROM operator WHERE ($1::bigint IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`;

export const READ_ACCESS = sql`SELECT o.status, ${ACCESS_COLUMNS} FROM operator o ${ACCESS} WHERE o.id = $1`;
/** $2 version, $3 role, $4 status, $5 seal. */
export const ADD_ACCESS = sql`
  INSERT INTO operator_access (operator_id, version, role, status, seal) VALUES ($1, $2, $3, $4, $5)`;

export const SET_STATUS = sql`UPDATE operator SET status = $2 WHERE id = $1`;
/** $2 role, $3 its seal. */
export const SET_ROLE = sql`UPDATE operator SET role = $2, role_seal = $3 WHERE id = $1`;
/** Invalidates an operator's credentials. */
export const FORGET_SECRETS = sql`
  UPDATE operator SET password_hash = NULL, password_seal = NULL, totp_secret = NULL, totp_step = 0, must_change_password = false WHERE id = $1`;
/** Returns a row only for one without credentials. $2 hash, $3 sealed secret, $4 the step whose code was used, $5 seal of the hash. */
export const ENROL = sql`
  UPDATE operator SET password_hash = $2, totp_secret = $3, totp_step = $4, password_seal = $5, must_change_password = false
  WHERE id = $1 AND password_hash IS NULL RETURNING id, role`;

const PASSWORD_SEAL = sql`
  o.password_seal,
  (SELECT digest FROM credential_before WHERE kind = 'operatorPassword' AND credential_before.id = o.id::text) AS password_before`;

/** Data that a sign-in is checked against. */
export const FIND_BY_NAME = sql`
  SELECT o.id, o.name, ${ACCESS_COLUMNS}, o.status, o.password_hash, ${PASSWORD_SEAL}, o.must_change_password, o.totp_secret
  FROM operator o ${ACCESS}
  WHERE lower(o.name) = lower($1) AND o.password_hash IS NOT NULL`;
export const READ_SECRETS = sql`
  SELECT o.id, o.name, o.password_hash, ${PASSWORD_SEAL}, o.totp_secret FROM operator o WHERE o.id = $1`;

/** Returns a row only if no code of this or a later step was used. $2 the step, $3 the hash that was checked. */
export const USE_STEP = sql`
  UPDATE operator SET totp_step = $2, last_sign_in = house_clock()
  WHERE id = $1 AND totp_step < $2 AND status = 'active' AND password_hash = $3 RETURNING id`;

/** Changes only the password that was checked. $2 the checked one, $3 the new one, $4 its seal. */
export const SET_PASSWORD = sql`
  UPDATE operator SET password_hash = $3, password_seal = $4, must_change_password = false
  WHERE id = $1 AND password_hash = $2 RETURNING id`;
export const REHASH = sql`
  UPDATE operator SET password_hash = $3, password_seal = $4 WHERE id = $1 AND password_hash = $2`;
