import { sql } from "../db/database.ts";

/** The statements of settlement. `$1` is the game and `$2` the period number in each. */

export const READ_DRAWN_PERIOD = sql`
    SELECT state, numbers, epoch_ms(open_at) AS open_at, epoch_ms(close_at) AS close_at,
           epoch_ms(draw_at) AS draw_at, EXISTS (SELECT FROM money_stop) AS stopped
    FROM period WHERE game = $1 AND period_no = $2`;

/**
 * Each selection once, whatever the number of orders that picked it: found by their ids, which are cheaper to
 * compare than texts, and read from one of them. The times prune the partitions.
 */
export const DISTINCT_SELECTIONS = sql`
    WITH selection AS MATERIALIZED (
      SELECT selection_hash, odds_version, min(id) AS id, sum(total)::bigint AS staked
      FROM bet_order
      WHERE game = $1 AND period_no = $2 AND accepted_at >= to_timestamp($3 / 1000.0)
        AND accepted_at < to_timestamp($4 / 1000.0)
      GROUP BY selection_hash, odds_version
    )
    SELECT s.selection_hash, s.odds_version, s.staked, o.option_id, o.groups
    FROM selection s JOIN bet_order o ON o.game = $1 AND o.period_no = $2 AND o.id = s.id
     AND o.accepted_at >= to_timestamp($3 / 1000.0) AND o.accepted_at < to_timestamp($4 / 1000.0)`;

export const FORGET_OUTCOMES = sql`DELETE FROM settlement_outcome WHERE game = $1 AND period_no = $2`;

/** `factors` travel as text arrays ("{1,2}") since an array of ragged arrays cannot be unnested. */
export const KEEP_OUTCOMES = sql`
    INSERT INTO settlement_outcome (game, period_no, selection_hash, odds_version, factors, refunded, tiers)
    SELECT $1, $2, u.hash, u.version, u.factors::bigint[], u.refunded, u.tiers::jsonb
    FROM unnest($3::bytea[], $4::int[], $5::text[], $6::int[], $7::text[])
      AS u (hash, version, factors, refunded, tiers)
    ON CONFLICT DO NOTHING`;

/** How far an earlier run came: the number of finished chunks and the last order in them. */
export const CHUNKS_DONE = sql`
    SELECT count(*)::int AS chunks, coalesce(max(to_id), 0) AS to_id
    FROM settlement_chunk WHERE game = $1 AND period_no = $2`;

/** The first order of the period after order `$5`; null when there is none. */
export const NEXT_ORDER = sql`
    SELECT min(id) AS id FROM bet_order
    WHERE game = $1 AND period_no = $2 AND accepted_at >= to_timestamp($3 / 1000.0)
      AND accepted_at < to_timestamp($4 / 1000.0) AND id > $5`;

export const SETTLE_CHUNK = sql`SELECT settle_chunk($1, $2, $3, $4, $5) AS winners`;

/** $3 is what all orders of the period cost. */
export const FINISH_PERIOD = sql`SELECT finish_period($1, $2, $3) AS released`;

/**
 * Who won at least $5 in the period, and more than they staked in it: $3 and $4 its sales. A bet on everything that
 * gets a part back is no win.
 */
export const BIG_WINS = sql`
    WITH won AS MATERIALIZED (
      SELECT player_id, sum(payout)::bigint AS payout FROM bet_win
      WHERE game = $1 AND period_no = $2 AND payout > 0 GROUP BY player_id HAVING sum(payout) >= $5
    )
    SELECT w.player_id, w.payout FROM won w
    CROSS JOIN LATERAL (
      SELECT sum(o.total) AS staked FROM bet_order o
      WHERE o.player_id = w.player_id AND o.game = $1 AND o.period_no = $2
        AND o.accepted_at >= to_timestamp($3 / 1000.0) AND o.accepted_at < to_timestamp($4 / 1000.0)
        AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)
    ) AS s
    WHERE w.payout > s.staked ORDER BY w.player_id`;

export const UNSETTLED_PERIODS = sql`SELECT game, period_no FROM period WHERE state = 'drawn' ORDER BY draw_at`;
