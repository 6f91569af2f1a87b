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
    AND o.accepted_at >= (SELECT min(day_of_id(i)) FROM unnest($2::bigint[]) AS i)
    AND o.accepted_at < (SELECT max(day_of_id(i)) FROM unnest($2::bigint[]) AS i) + interval '1 day'
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
  INSERT INTO bet_batch (batch_id, game, period_no, first_id, last_id, root, log_size, log_root, signature)
  SELECT s.* FROM unhurried, unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bytea[],
    $7::bigint[], $8::bytea[], $9::bytea[]) AS s WHERE unhurried.set IS NOT NULL
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

/** All orders accepted for a period, cancelled ones included, with the leaves in byte order. */
export const PERIOD_BETS = sql`
  SELECT count(*) AS orders, coalesce(sum(b.total), 0)::bigint AS stake,
         coalesce(string_agg(b.leaf, ''::bytea ORDER BY b.leaf), ''::bytea) AS leaves
  FROM (
    SELECT o.total, bet_leaf(o, y.pseudonym, p.round, t.odds, c.created) AS leaf
    FROM period p JOIN bet_order o ON o.game = p.game AND o.period_no = p.period_no
     AND o.accepted_at >= p.open_at AND o.accepted_at < p.close_at
    JOIN player y ON y.id = o.player_id
    JOIN option_odds t ON t.version = o.odds_version AND t.game = o.game AND t.option_id = o.option_id
    LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id AND c.why = 'player'
    WHERE p.game = $1 AND p.period_no = $2
    -- Each leaf is hashed once, not once to sort it and once to bring it.
    OFFSET 0
  ) AS b`;

/** All that was paid or refunded at the settlement of a period, with the leaves in byte order. */
export const PERIOD_PAYOUTS = sql`
  SELECT count(*) AS orders, coalesce(sum(b.payout), 0)::bigint AS payout, coalesce(sum(b.refund), 0)::bigint AS refund,
         coalesce(string_agg(b.leaf, ''::bytea ORDER BY b.leaf), ''::bytea) AS leaves
  FROM (
    SELECT w.payout, w.refund, payout_leaf(w, o.blind) AS leaf
    FROM bet_win w
    -- Found by their period and id: by their player, with fresh statistics missing, all bets of a player would be read
    -- for each of his wins. The times are read beforehand, so that only one partition is searched.
    JOIN bet_order o ON o.game = w.game AND o.period_no = w.period_no AND o.id = w.order_id
     AND o.accepted_at >= (SELECT open_at FROM period WHERE game = $1 AND period_no = $2)
     AND o.accepted_at < (SELECT close_at FROM period WHERE game = $1 AND period_no = $2)
    WHERE w.game = $1 AND w.period_no = $2
    OFFSET 0
  ) AS b`;

/** Which of a period's close and settlement are in the log. */
export const LOGGED = sql`
  SELECT type FROM log_entry WHERE game = $1 AND period_no = $2 AND type IN ('close', 'settled')`;
/** What an order ($2) of a player ($1) was paid. */
export const OWN_PAYOUT = sql`
  SELECT w.payout, w.refund, w.tiers, payout_leaf(w, $3::bytea) AS leaf FROM bet_win w
  WHERE w.player_id = $1 AND w.order_id = $2`;

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

const STATUS = sql`
  CASE WHEN c.order_id IS NOT NULL THEN 'cancelled'
       WHEN w.payout > 0 THEN 'won'
       WHEN w.order_id IS NOT NULL OR p.state = 'settled' THEN 'notWon'
       WHEN p.state = 'drawn' THEN 'drawn'
       ELSE 'notDrawn' END`;

const LISTED = sql`
  FROM bet_order o
  LEFT JOIN period p ON p.game = o.game AND p.period_no = o.period_no
  LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
  LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id
  WHERE o.player_id = $1 AND o.accepted_at >= list_start($2, $3) AND ($4::text IS NULL OR o.game = $4)
    AND ($5::text IS NULL OR $5 = ${STATUS})`;

/**
 * $1 player, $2 days, $3 minutes east of UTC, $4 game or null, $5 status or null, $6 only lower ids or null, $7 rows.
 */
export const LIST = sql`
  SELECT o.id, epoch_ms(o.accepted_at) AS accepted_at, epoch_ms(p.draw_at) AS draw_at, o.game, o.period_no,
         o.option_id, o.groups, o.bet_count, o.bet_amount, o.total, coalesce(w.payout, 0) AS payout,
         coalesce(w.refund, c.refund, 0) AS refund, ${STATUS} AS status, c.why AS cancelled_by, p.numbers, w.tiers
  ${LISTED} AND ($6::bigint IS NULL OR o.id < $6)
  ORDER BY o.id DESC LIMIT $7`;

/** Sums of LIST of one status, over all pages. The refunded part of a stake is not counted. */
export const STATUS_SUMS = sql`
  SELECT coalesce(sum(o.total - coalesce(w.refund, c.refund, 0)), 0)::bigint AS bet,
         coalesce(sum(w.payout), 0)::bigint AS payout,
         coalesce(sum(o.total) FILTER (WHERE ${STATUS} IN ('notDrawn', 'drawn')), 0)::bigint AS pending
  ${LISTED}`;

/** Whether the order `l` was accepted in the listed days: the date in its id decides, except on the first day. */
const IN_DAYS = sql`
  l.player_id = $1 AND l.order_id >= dated_id((SELECT list_start($2, $3)), 0) AND ($4::text IS NULL OR l.game = $4)
  AND (l.order_id >= dated_id((SELECT list_start($2, $3)) + interval '1 day', 0) OR EXISTS (
    SELECT FROM bet_order o WHERE o.player_id = $1 AND o.id = l.order_id AND o.accepted_at >= (SELECT list_start($2, $3))
  ))`;

/**
 * Sums of LIST of all statuses, over all pages: each table is read once and separately, since joining them takes four
 * times as long. Only the few orders of unsettled periods are looked up among wins and cancellations.
 */
export const LIST_SUMS = sql`
  WITH unsettled AS MATERIALIZED (
    -- Told apart as their indexes are. Thousands are on record whose sale has not begun.
    SELECT game, period_no, open_at FROM period
    WHERE state IN ('open', 'closed', 'drawn') AND open_at <= (SELECT house_clock())
    UNION ALL
    SELECT game, period_no, open_at FROM period WHERE state = 'voided' AND settled_at IS NULL
  ), ordered AS MATERIALIZED (
    SELECT coalesce(sum(o.total), 0) AS total,
           array_agg(o.id) FILTER (WHERE o.waits) AS open_ids, array_agg(o.total) FILTER (WHERE o.waits) AS open_totals
    FROM (
      -- Most orders are older than all that is unsettled: a look at the time spares them the look at their period.
      SELECT id, total, accepted_at >= (SELECT min(open_at) FROM unsettled)
             AND (game, period_no) IN (SELECT game, period_no FROM unsettled) AS waits
      FROM bet_order
      WHERE player_id = $1 AND accepted_at >= list_start($2, $3) AND ($4::text IS NULL OR game = $4)
    ) AS o
  )
  SELECT (
    (SELECT total FROM ordered)
    - (SELECT coalesce(sum(l.refund), 0) FROM bet_cancellation l WHERE ${IN_DAYS})
    - wins.refund
  )::bigint AS bet, wins.payout::bigint AS payout, (
    SELECT coalesce(sum(o.total), 0) FROM ordered CROSS JOIN LATERAL unnest(open_ids, open_totals) AS o (id, total)
    WHERE NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = $1 AND c.order_id = o.id)
      AND NOT EXISTS (SELECT FROM bet_win w WHERE w.player_id = $1 AND w.order_id = o.id)
  )::bigint AS pending
  FROM (SELECT coalesce(sum(l.payout), 0) AS payout, coalesce(sum(l.refund), 0) AS refund
        FROM bet_win l WHERE ${IN_DAYS}) AS wins`;
