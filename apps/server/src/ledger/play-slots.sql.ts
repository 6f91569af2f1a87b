import { sql } from "../db/database.ts";

/**
 * The next players, after player $1, with a movement since the slot of $2 (epoch milliseconds), at most $3 of them, and
 * what they hold.
 */
export const PLAYED_SINCE = sql`
  SELECT player_id AS player, balance FROM ledger_account
  WHERE id > cash_account($1) AND kind = 'cash' AND marked_at >= ledger_slot(to_timestamp($2::bigint / 1000.0))
  ORDER BY id LIMIT $3`;

/**
 * What players ($1) staked and won in each slot since $2 (epoch milliseconds), as numbers of slots since 1970. Older days have
 * one mark, so that it stands for all of its day.
 */
export const SLOTS = sql`
  SELECT player_id AS player, array_agg(slot ORDER BY slot) AS slots, array_agg(staked ORDER BY slot) AS staked,
         array_agg(won ORDER BY slot) AS won
  FROM (
    SELECT k.player_id, (extract(epoch FROM k.at) / 300)::int AS slot,
           (lead(k.staked, 1, a.staked) OVER played - k.staked)::float8 AS staked,
           (lead(k.won, 1, a.won) OVER played - k.won)::float8 AS won
    FROM unnest($1::bigint[]) AS w (player)
    JOIN ledger_account a ON a.id = cash_account(w.player)
    JOIN ledger_mark k ON k.player_id = w.player AND k.at >= to_timestamp($2::bigint / 1000.0)
    WINDOW played AS (PARTITION BY k.player_id ORDER BY k.at)
  ) AS m
  WHERE staked <> 0 OR won <> 0 GROUP BY player_id`;
