import { sql } from "../db/database.ts";

/**
 * The statements of betting. Placing and cancelling are SQL functions of the migrations, since their steps must be
 * atomic.
 */

/** $21 is the expected time of the clock (epoch ms), or null. */
export const PLACE = sql`
  SELECT p.* FROM place_slips($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bytea, $6::int[], $7::bigint[],
    $8::int[], $9::text[], $10::text[], $11::int[], $12::bigint[], $13::int[], $14::bytea,
    $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19, $20) AS p
  WHERE clock_as_expected(p.accepted_ms, $21::bigint)`;

/** As PLACE with bets of chases among the slips: $22 of each slip the chase or null, $23 its place in the plan. */
export const PLACE_CHASED = sql`
  SELECT p.* FROM place_chased_slips($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bytea, $6::int[], $7::bigint[],
    $8::int[], $9::text[], $10::text[], $11::int[], $12::bigint[], $13::int[], $14::bytea,
    $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19, $20, $22::bigint[], $23::int[]) AS p
  WHERE clock_as_expected(p.accepted_ms, $21::bigint)`;

export const CANCEL = sql`SELECT * FROM cancel_order($1, $2, $3, $4)`;

/** $1 player, $2 ids; the days in the ids prune the partitions. */
export const OWN_ORDERS = sql`
  SELECT o.id, epoch_ms(o.accepted_at) AS accepted_at, o.game, o.period_no, encode(y.pseudonym, 'hex') AS player,
         o.option_id, o.groups, o.bet_count, o.bet_amount, o.total, p.round, o.odds_version, t.odds, o.batch_id, o.blind,
         epoch_ms(c.created) AS cancelled_at
  FROM bet_order o
  JOIN player y ON y.id = o.player_id
  JOIN period p ON p.game = o.game AND p.period_no = o.period_no
  JOIN option_odds t ON t.version = o.odds_version AND t.game = o.game AND t.option_id = o.option_id
  LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id AND c.why = 'player'
  WHERE o.player_id = $1 AND o.id = ANY ($2::bigint[])
    AND o.accepted_at >= (SELECT min(earliest_of_id(i)) FROM unnest($2::bigint[]) AS i)
    AND o.accepted_at < (SELECT max(latest_of_id(i)) FROM unnest($2::bigint[]) AS i)
  ORDER BY o.id`;

/** The pseudonyms of players ($1): in a subquery, so that one plan serves for any number of them. */
export const PSEUDONYMS = sql`
  SELECT id, encode(pseudonym, 'hex') AS pseudonym FROM player WHERE id = ANY ((SELECT $1::bigint[])::bigint[])`;
/** The rounds of periods: $1 games, $2 period numbers. */
export const ROUNDS = sql`
  SELECT p.game, p.period_no, p.round FROM unnest($1::text[], $2::text[]) AS w (game, period_no)
  JOIN period p USING (game, period_no)`;

/** Written without waiting for the disk: a row lost in a crash is created again. */
export const KEEP_SIGNED = sql`
  WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true) AS set)
  INSERT INTO bet_batch (batch_id, game, period_no, first_id, last_id, root, log_size, log_root, signature, leaves)
  SELECT s.* FROM unhurried, unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bytea[],
    $7::bigint[], $8::bytea[], $9::bytea[], $10::bytea[]) AS s WHERE unhurried.set IS NOT NULL
  ON CONFLICT DO NOTHING`;

export const SIGNED = sql`
  SELECT first_id, last_id, root, log_size, log_root, signature FROM bet_batch
  WHERE batch_id = $1 AND game = $2 AND period_no = $3`;

/** The leaves of one batch in one period; $4 and $5 are the first and last id, if known. */
export const BATCH_LEAVES = sql`
  SELECT o.id, bet_leaf(o, y.pseudonym, p.round, t.odds, NULL) AS leaf FROM bet_order o
  JOIN player y ON y.id = o.player_id
  JOIN period p ON p.game = o.game AND p.period_no = o.period_no
  JOIN option_odds t ON t.version = o.odds_version AND t.game = o.game AND t.option_id = o.option_id
  WHERE o.game = $2 AND o.period_no = $3 AND o.batch_id = $1
    AND o.id >= coalesce($4::bigint, 0) AND o.id <= coalesce($5::bigint, 9223372036854775807)
  ORDER BY o.id`;

const ORDERS_OF_PERIOD = sql`
  period p JOIN bet_order o ON o.game = p.game AND o.period_no = p.period_no
   AND o.accepted_at >= p.open_at AND o.accepted_at < p.close_at`;
const LEAF_FACTS = sql`
  JOIN player y ON y.id = o.player_id
  JOIN option_odds t ON t.version = o.odds_version AND t.game = o.game AND t.option_id = o.option_id`;

/**
 * All orders accepted for a period, cancelled ones included, with the leaves in byte order. Those of a batch are kept with its
 * signature; hashed here are only those of batches without (the last ones before the close, or lost in a crash) and of
 * cancelled orders, which have another leaf.
 */
export const PERIOD_BETS = sql`
  WITH batch AS MATERIALIZED (
    SELECT o.batch_id, count(*) AS orders, sum(o.total) AS stake FROM ${ORDERS_OF_PERIOD}
    WHERE p.game = $1 AND p.period_no = $2 GROUP BY o.batch_id
  ), signed AS MATERIALIZED (
    -- Read whole here, and not once for each leaf.
    SELECT b.batch_id, b.orders, s.leaves || ''::bytea AS leaves FROM batch b CROSS JOIN LATERAL (
      SELECT leaves FROM bet_batch WHERE batch_id = b.batch_id AND game = $1 AND period_no = $2 LIMIT 1
    ) AS s WHERE length(s.leaves) = 32 * b.orders
  ), unsigned AS MATERIALIZED (
    SELECT batch_id FROM batch EXCEPT SELECT batch_id FROM signed
  ), cancelled AS MATERIALIZED (
    SELECT bet_leaf(o, y.pseudonym, p.round, t.odds, NULL) AS was, bet_leaf(o, y.pseudonym, p.round, t.odds, c.created) AS leaf
    FROM bet_cancellation c JOIN period p ON p.game = c.game AND p.period_no = c.period_no
    JOIN bet_order o ON o.player_id = c.player_id AND o.id = c.order_id
     AND o.accepted_at >= p.open_at AND o.accepted_at < p.close_at ${LEAF_FACTS}
    WHERE c.game = $1 AND c.period_no = $2 AND c.why = 'player' AND o.batch_id IN (SELECT batch_id FROM signed)
  ), leaf AS (
    SELECT l.leaf FROM signed s CROSS JOIN LATERAL (
      SELECT substr(s.leaves, 32 * n + 1, 32) AS leaf FROM generate_series(0, s.orders::int - 1) AS n
    ) AS l WHERE NOT EXISTS (SELECT FROM cancelled c WHERE c.was = l.leaf)
    UNION ALL
    SELECT leaf FROM cancelled
    UNION ALL
    SELECT bet_leaf(o, y.pseudonym, p.round, t.odds, c.created) FROM ${ORDERS_OF_PERIOD} ${LEAF_FACTS}
    LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id AND c.why = 'player'
    WHERE EXISTS (SELECT FROM unsigned) AND p.game = $1 AND p.period_no = $2
      AND o.batch_id IN (SELECT batch_id FROM unsigned)
    -- Each is hashed once, not once to sort it and once to bring it.
    OFFSET 0
  )
  SELECT (SELECT coalesce(sum(orders), 0)::bigint FROM batch) AS orders,
         (SELECT coalesce(sum(stake), 0)::bigint FROM batch) AS stake,
         coalesce(string_agg(leaf, ''::bytea ORDER BY leaf), ''::bytea) AS leaves
  FROM leaf`;

/**
 * Whether no more than $3 players have a bet in a period that they have not cancelled. It looks for one player after the other,
 * since counting all would sort a million orders.
 */
export const IS_OF_FEW = sql`
  WITH RECURSIVE found AS (
    SELECT ARRAY[]::bigint[] AS players
    UNION ALL
    SELECT f.players || n.player_id FROM found f CROSS JOIN LATERAL (
      SELECT o.player_id FROM ${ORDERS_OF_PERIOD}
      WHERE p.game = $1 AND p.period_no = $2 AND o.player_id <> ALL (f.players) AND NOT EXISTS (
        SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id AND c.why = 'player')
      LIMIT 1
    ) AS n WHERE cardinality(f.players) <= $3::int
  ) SELECT max(cardinality(players)) <= $3::int AS is_of_few FROM found`;

/** What the close of a period states, if it has one. */
export const CLOSE_OF_PERIOD = sql`
  SELECT body::json ->> 'stake' IS NOT NULL AS states_sums FROM log_entry
  WHERE game = $1 AND period_no = $2 AND type = 'close' ORDER BY log DESC LIMIT 1`;

/** The seed of the padding of a tree ($3 its kind). */
export const PADDING = sql`SELECT seed FROM padded_tree WHERE game = $1 AND period_no = $2 AND kind = $3`;

/**
 * All that was paid or refunded at the settlement of a period, with the leaves in byte order; with $3 also what was refunded for
 * orders that were cancelled, or of a void period.
 */
export const PERIOD_PAYOUTS = sql`
  SELECT count(*) AS orders, coalesce(sum(b.payout), 0)::bigint AS payout, coalesce(sum(b.refund), 0)::bigint AS refund,
         coalesce(string_agg(b.leaf, ''::bytea ORDER BY b.leaf), ''::bytea) AS leaves
  FROM (
    SELECT w.payout, w.refund, payout_leaf(w, o.blind) AS leaf
    FROM bet_win w
    -- One win after the other, by period and id: of a period that no statistics know, a join would read all orders for each win.
    -- The times are read beforehand, so that only one partition is searched.
    CROSS JOIN LATERAL (
      SELECT o.blind FROM bet_order o WHERE o.game = w.game AND o.period_no = w.period_no AND o.id = w.order_id
        AND o.accepted_at >= (SELECT open_at FROM period WHERE game = $1 AND period_no = $2)
        AND o.accepted_at < (SELECT close_at FROM period WHERE game = $1 AND period_no = $2)
      OFFSET 0
    ) AS o
    WHERE w.game = $1 AND w.period_no = $2
    UNION ALL
    SELECT 0, c.refund, refund_leaf(c, o.blind)
    FROM bet_cancellation c
    CROSS JOIN LATERAL (
      SELECT o.blind FROM bet_order o WHERE o.game = c.game AND o.period_no = c.period_no AND o.id = c.order_id
        AND o.accepted_at >= (SELECT open_at FROM period WHERE game = $1 AND period_no = $2)
        AND o.accepted_at < (SELECT close_at FROM period WHERE game = $1 AND period_no = $2)
      OFFSET 0
    ) AS o
    WHERE $3 AND c.game = $1 AND c.period_no = $2
    OFFSET 0
  ) AS b`;

/** Which of a period's close and settlement are in the log. */
export const LOGGED = sql`
  SELECT type FROM log_entry WHERE game = $1 AND period_no = $2 AND type IN ('close', 'settled')`;
/** What an order ($2) of a player ($1) was paid, or refunded where refunds are logged. */
export const OWN_PAYOUT = sql`
  SELECT w.payout, w.refund, w.tiers, payout_leaf(w, $3::bytea) AS leaf FROM bet_win w
  WHERE w.player_id = $1 AND w.order_id = $2
  UNION ALL
  SELECT 0, c.refund, '[]', refund_leaf(c, $3::bytea) FROM bet_cancellation c
  WHERE c.player_id = $1 AND c.order_id = $2 AND EXISTS (
    SELECT FROM padded_tree t WHERE t.game = c.game AND t.period_no = c.period_no AND t.kind = 'payouts')`;

/**
 * Ended periods that still have exposure rows. It skips through the index from period to period, since each may have a
 * hundred thousand rows.
 */
export const ENDED_EXPOSURE = sql`
  WITH RECURSIVE kept AS (
    (SELECT game, period_no FROM exposure_player ORDER BY game, period_no LIMIT 1)
    UNION ALL
    SELECT n.game, n.period_no FROM kept k CROSS JOIN LATERAL (
      SELECT e.game, e.period_no FROM exposure_player e WHERE (e.game, e.period_no) > (k.game, k.period_no)
      ORDER BY e.game, e.period_no LIMIT 1
    ) AS n
  )
  SELECT k.game, k.period_no FROM kept k JOIN period p USING (game, period_no) WHERE p.state IN ('settled', 'voided')`;

/**
 * $1 game, $2 period, $3 maximum of rows of each table. The rows of players go last, since periods are found by them.
 */
export const FORGET_EXPOSURE = sql`
  WITH selection AS (
    DELETE FROM exposure_selection WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM exposure_selection WHERE game = $1 AND period_no = $2 LIMIT $3 FOR UPDATE SKIP LOCKED))
    RETURNING 1
  ), own AS (
    DELETE FROM exposure_player_selection WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM exposure_player_selection WHERE game = $1 AND period_no = $2 LIMIT $3 FOR UPDATE SKIP LOCKED))
    RETURNING 1
  ), player AS (
    DELETE FROM exposure_player WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM exposure_player WHERE game = $1 AND period_no = $2
        AND NOT EXISTS (SELECT FROM selection) AND NOT EXISTS (SELECT FROM own)
      LIMIT $3 FOR UPDATE SKIP LOCKED))
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM selection) + (SELECT count(*) FROM own) + (SELECT count(*) FROM player) AS forgotten`;
