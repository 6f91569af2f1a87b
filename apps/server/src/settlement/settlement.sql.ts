import { sql } from "../db/database.ts";

/** The statements of settlement. `$1` is the game and `$2` the period number in each. */

export const READ_PERIOD = sql`
    SELECT state, numbers, epoch_ms(open_at) AS open_at, epoch_ms(close_at) AS close_at,
           epoch_ms(draw_at) AS draw_at, EXISTS (SELECT FROM money_stop) AS stopped
    FROM period WHERE game = $1 AND period_no = $2`;

/**
 * Each selection once, whatever the number of orders that picked it: found by their ids, which are cheaper to
 * compare than texts, and read from one of them, one after the other: of a period that no statistics know, a join would read
 * all orders for each selection. The times prune the partitions.
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
    FROM selection s CROSS JOIN LATERAL (
      SELECT o.option_id, o.groups FROM bet_order o WHERE o.game = $1 AND o.period_no = $2 AND o.id = s.id
        AND o.accepted_at >= to_timestamp($3 / 1000.0) AND o.accepted_at < to_timestamp($4 / 1000.0)
      OFFSET 0
    ) AS o`;

export const FORGET_OUTCOMES = sql`DELETE FROM settlement_outcome WHERE game = $1 AND period_no = $2`;

/** `factors` travel as text arrays ("{1,2}") since an array of ragged arrays cannot be unnested. */
export const KEEP_OUTCOMES = sql`
    INSERT INTO settlement_outcome (game, period_no, selection_hash, odds_version, factors, refunded, tiers)
    SELECT $1, $2, u.hash, u.version, u.factors::bigint[], u.refunded, u.tiers::jsonb
    FROM unnest($3::bytea[], $4::int[], $5::text[], $6::int[], $7::text[])
      AS u (hash, version, factors, refunded, tiers)
    ON CONFLICT DO NOTHING`;

/** Number of orders still to be paid, and of those an earlier run has paid; null if the period is not drawn. */
export const KEEP_WINNERS = sql`SELECT due, paid FROM keep_winners($1, $2)`;

/** The number of the next chunk. */
export const NEXT_CHUNK = sql`
    SELECT coalesce(max(chunk) + 1, 0) AS chunk FROM settlement_chunk WHERE game = $1 AND period_no = $2`;

/** Pays chunk `$3`: the winners at the positions after `$4` up to `$5`. */
export const SETTLE_CHUNK = sql`SELECT settle_chunk($1, $2, $3, $4, $5) AS winners`;

/** $3 total stake of the period, $4 number of winning orders. */
export const FINISH_PERIOD = sql`SELECT finish_period($1, $2, $3, $4) AS released`;

export const UNSETTLED_PERIODS = sql`SELECT game, period_no FROM period WHERE state = 'drawn' ORDER BY draw_at`;
