import { sql } from "../../db/database.ts";
import { ACCESS, ACCESS_COLUMNS } from "../operators/operators.sql.ts";

export const NOW = sql`SELECT epoch_ms(house_clock()) AS now_ms`;

/** $1 hash of the token, $2 operator, $3 address, $4 id, $5 and $6 seals, $7 when it begins, epoch milliseconds. */
export const OPEN = sql`
  INSERT INTO operator_session (id, token_hash, operator_id, created, seen, address, seal, access_seal)
  SELECT $4, $1, $2, at.began, at.began, $3, $5, $6 FROM (SELECT to_timestamp($7::bigint / 1000.0) AS began) AS at`;

const STATE = sql`
  SELECT s.id, s.operator_id, s.token_hash, s.access_seal AS seal, o.name, ${ACCESS_COLUMNS}, o.must_change_password,
         epoch_ms(s.created) AS created_ms, s.ended IS NOT NULL OR o.status <> 'active' AS ended,
         epoch_ms(clock.now) - epoch_ms(s.created) AS age_ms, epoch_ms(clock.now) - epoch_ms(s.seen) AS quiet_ms
  FROM operator_session s JOIN operator o ON o.id = s.operator_id ${ACCESS}, (SELECT house_clock() AS now) clock`;

export const CHECK = sql`${STATE} WHERE s.token_hash = $1`;

export const SEEN = sql`UPDATE operator_session SET seen = house_clock() WHERE id = $1 AND ended IS NULL`;

/** A session that ended has no seal any more: it does not begin again. */
export const END = sql`
  UPDATE operator_session SET ended = house_clock(), seal = NULL, access_seal = NULL WHERE id = $1 AND ended IS NULL`;

/** $2 the session to keep, or null. */
export const END_ALL = sql`
  UPDATE operator_session SET ended = house_clock(), seal = NULL, access_seal = NULL
  WHERE operator_id = $1 AND ended IS NULL AND ($2::uuid IS NULL OR id <> $2)`;

export const FORGET = sql`DELETE FROM operator_session WHERE created < house_clock() - interval '2 days'`;

/** $1 ids. */
export const CHECK_IDS = sql`${STATE} WHERE s.id = ANY ($1::uuid[])`;
