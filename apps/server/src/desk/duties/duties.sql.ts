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
 * The latest action of each of these operators for each of these players, or for another player of the same invite tree. $1
 * players, $2 operators, $3 actions, $4 days.
 */
export const KEPT_APART = sql`
  SELECT p.id AS player_id, o.id AS operator_id, d.action, epoch_ms(d.at) AS at_ms, d.player_id <> p.id AS of_tree
  FROM (SELECT id, invite_root(id) AS tree FROM unnest($1::bigint[]) AS id) AS p
  CROSS JOIN unnest($2::bigint[]) AS o (id)
  CROSS JOIN LATERAL (
    SELECT action, at, player_id FROM desk_duty
    WHERE tree = p.tree AND operator_id = o.id AND at > house_clock() - $4::int * interval '1 day'
      AND action = ANY ($3::text[])
    ORDER BY at DESC LIMIT 1
  ) AS d`;

/** Lets decisions about one invite tree run one after another, so that each sees who made the others. $1 number of the lock, $2 a player of the tree. */
export const LOCK_TREE = sql`SELECT pg_advisory_xact_lock($1::int, hashint8(invite_root($2::bigint)))`;
