import { sql } from "../../db/database.ts";

/** Serializes an operator's actions that count towards a sum, across all nodes. $1 number of the lock, $2 operator. */
export const LOCK_OPERATOR = sql`SELECT pg_advisory_xact_lock($1::int, hashint8($2::bigint))`;

/** Reads and locks the player's state until the transaction ends. */
export const LOCK_PLAYER = sql`SELECT status FROM player WHERE id = $1 FOR NO KEY UPDATE`;

/** $1 operator, $2 action, $3 player or null, $4 amount moved by this operator alone. */
export const KEEP = sql`
  INSERT INTO desk_duty (at, operator_id, action, player_id, alone) VALUES (house_clock(), $1, $2, $3, $4)`;

/** Sums and counts of an operator's actions within 24 hours. $1 operator, $2 actions. */
export const OF_OPERATOR = sql`
  SELECT action, sum(alone)::bigint AS alone, count(*) AS times FROM desk_duty
  WHERE operator_id = $1 AND at > house_clock() - interval '24 hours' AND action = ANY ($2::text[]) GROUP BY action`;

/** Amounts that operators moved alone for these players within 24 hours. $1 players, $2 actions. */
export const OF_PLAYERS = sql`
  SELECT player_id, action, sum(alone)::bigint AS alone FROM desk_duty
  WHERE player_id = ANY ($1::bigint[]) AND at > house_clock() - interval '24 hours' AND action = ANY ($2::text[])
  GROUP BY player_id, action`;

/**
 * The latest action of each of these operators for each of these players. $1 players, $2 operators, $3 actions, $4
 * days.
 */
export const KEPT_APART = sql`
  SELECT DISTINCT ON (player_id, operator_id) player_id, operator_id, action, epoch_ms(at) AS at_ms FROM desk_duty
  WHERE player_id = ANY ($1::bigint[]) AND operator_id = ANY ($2::bigint[]) AND action = ANY ($3::text[])
    AND at > house_clock() - $4::int * interval '1 day'
  ORDER BY player_id, operator_id, at DESC`;
