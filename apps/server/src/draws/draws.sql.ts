import { sql } from "../db/database.ts";

/** The statements of the draws. `$1` is the game unless stated otherwise. */

/**
 * Checks the epoch ($1) of a leader's transaction, and holds it until the transaction ends. PostgreSQL ends it if its
 * server freezes for $2 ms, or the next leader would wait for it.
 */
export const FENCE = sql`
  SELECT epoch, set_config('idle_in_transaction_session_timeout', $2::text, true) FROM draw_leader WHERE epoch = $1
  FOR KEY SHARE`;
export const TRY_LOCK = sql`SELECT pg_try_advisory_lock($1) AS locked`;
/**
 * $1 the node, $2 whether its session has the lock, $3 the lease in ms, $4 the lock, which the session gets if it is free. The
 * epoch is null if another node leads.
 */
export const TAKE_LEAD = sql`
  WITH lock AS MATERIALIZED (
    SELECT CASE WHEN $2::boolean THEN true ELSE pg_try_advisory_lock($4) END AS mine
  ), taken AS (
    UPDATE draw_leader SET epoch = epoch + 1, node = $1, since = c.now, beat = c.now, beat_epoch = epoch + 1,
      locked = lock.mine
    FROM lock, (SELECT house_clock() AS now) AS c
    WHERE lock.mine AND (locked OR beat_epoch IS DISTINCT FROM epoch)
       OR beat_epoch = epoch AND beat NOT BETWEEN c.now - $3::int * interval '1 ms' AND c.now + $3::int * interval '1 ms'
    RETURNING epoch
  ) SELECT lock.mine AS locked, (SELECT epoch FROM taken) AS epoch FROM lock`;
/** $1 the epoch, $2 whether its leader holds the lock. No row if the epoch is over. */
export const BEAT = sql`UPDATE draw_leader SET beat = house_clock(), locked = $2 WHERE epoch = $1 RETURNING epoch`;
/** Ends the lease at once: whoever comes next leads, though one that froze earlier may still hold the lock. $1 the epoch. */
export const RESIGN = sql`UPDATE draw_leader SET beat = '-infinity' WHERE epoch = $1`;
/**
 * The heartbeat of the draw clock. $1 the leader's epoch, $2 what the database's clock should say (epoch ms; null if leaps are
 * not checked) and $3 by how many ms it may differ. No row if another node leads or the clock leapt.
 */
export const PULSE = sql`
  WITH fence AS MATERIALIZED (SELECT house_clock() AS now FROM draw_leader WHERE epoch = $1 FOR KEY SHARE)
  UPDATE draw_pulse SET seen = greatest(seen, fence.now) FROM fence
  WHERE $2::bigint IS NULL OR abs(epoch_ms(fence.now) - $2) <= $3
  RETURNING epoch_ms(seen) AS seen`;
export const LAST_SEEN = sql`SELECT epoch_ms(seen) AS seen FROM draw_pulse`;

export const LAST_PUBLISHED = sql`
  SELECT period_no, epoch_ms(draw_at) AS draw_at FROM period WHERE game = $1 ORDER BY draw_at DESC LIMIT 1`;
/** The version of the odds that applies now. */
export const ODDS_VERSION = sql`SELECT coalesce(max(version), 1) AS version FROM odds_version`;
/** $9 and $10 the place and the leaf of each period's entry in the log. They go on sale once witnesses have seen those. */
export const INSERT_PERIODS = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, state, round, odds_version, log_index, log_leaf)
  SELECT $1, p.period_no, p.open_at, p.close_at, p.draw_at, 'planned', p.round, $7::int, p.log_index, p.log_leaf
  FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::bigint[], $8::bigint[], $9::bytea[])
    AS p (period_no, open_at, close_at, draw_at, round, log_index, log_leaf)`;

/** Periods whose sale is over but that are not drawn. $2 the instant. */
export const OVERDUE = sql`
  SELECT period_no, epoch_ms(open_at) AS open_at, epoch_ms(close_at) AS close_at, epoch_ms(draw_at) AS draw_at, state, round,
    EXISTS (SELECT FROM log_entry e WHERE e.game = p.game AND e.period_no = p.period_no AND e.type = 'close') AS recorded,
    state = 'open' AND EXISTS (SELECT FROM bet_order o WHERE o.game = p.game AND o.period_no = p.period_no) AS sold
  FROM period p WHERE game = $1 AND state IN ('planned', 'open', 'closed') AND close_at <= $2 ORDER BY draw_at`;

/** Waits for bets that hold the period's lock, then blocks every later one. */
export const LOCK_TO_CLOSE = sql`
  SELECT period_no FROM period WHERE game = $1 AND period_no = $2 AND state = 'open' FOR UPDATE`;
export const CLOSE_PERIOD = sql`
  UPDATE period SET state = 'closed'
  WHERE game = $1 AND period_no = $2 AND state = 'open' AND close_at <= house_clock()
  RETURNING epoch_ms(open_at) AS open_at, epoch_ms(close_at) AS close_at, epoch_ms(draw_at) AS draw_at, log_leaf,
    epoch_ms(house_clock()) AS now`;

/** $2 the periods. */
export const LOCK_TO_SKIP = sql`
  SELECT period_no FROM period WHERE game = $1 AND period_no = ANY ($2) AND state IN ('planned', 'open') FOR UPDATE`;
export const SKIP_PERIODS = sql`
  UPDATE period p SET state = 'skipped'
  WHERE game = $1 AND period_no = ANY ($2) AND state IN ('planned', 'open') AND close_at <= house_clock()
    AND NOT EXISTS (SELECT FROM bet_order o WHERE o.game = p.game AND o.period_no = p.period_no)
  RETURNING period_no`;

/** Locks a closed period that is due and whose close is in the log. */
export const LOCK_TO_DRAW = sql`
  SELECT period_no, round, epoch_ms(draw_at) AS draw_at, epoch_ms(house_clock()) AS now
  FROM period p
  WHERE game = $1 AND period_no = $2 AND state = 'closed' AND draw_at <= house_clock()
    AND EXISTS (SELECT FROM log_entry e WHERE e.game = p.game AND e.period_no = p.period_no AND e.type = 'close')
  FOR UPDATE`;
export const DRAW_PERIOD = sql`
  UPDATE period SET state = 'drawn', numbers = $3, late = $4, drawn_at = house_clock()
  WHERE game = $1 AND period_no = $2 AND state = 'closed'`;

/** $1 games, $2 periods; locked in one order. */
export const LOCK_TO_VOID = sql`
  SELECT game, period_no, state, epoch_ms(open_at) AS open_at, epoch_ms(close_at) AS close_at, epoch_ms(draw_at) AS draw_at,
    log_leaf
  FROM period p JOIN unnest($1::text[], $2::text[]) AS v (game, period_no) USING (game, period_no)
  ORDER BY game, period_no FOR UPDATE OF p`;
/** After all locks. */
export const NOW = sql`SELECT epoch_ms(house_clock()) AS now`;
/** $1 games, $2 periods, $3 reasons. */
export const VOID_PERIODS = sql`
  UPDATE period p SET state = 'voided', void_reason = v.reason
  FROM unnest($1::text[], $2::text[], $3::text[]) AS v (game, period_no, reason)
  WHERE p.game = v.game AND p.period_no = v.period_no`;
/** A closed period that no quorum has witnessed in time. $4 the cause, $5 since when no server had run the draws, or null. */
export const VOID_UNWITNESSED = sql`
  WITH voided AS (
    UPDATE period SET state = 'voided', void_reason = $3 WHERE game = $1 AND period_no = $2 AND state = 'closed'
    RETURNING game, period_no
  ) INSERT INTO rule_void (game, period_no, at, cause, still_since)
  SELECT game, period_no, house_clock(), $4, $5::timestamptz FROM voided RETURNING period_no`;
/** When the close of a period was written to the log. */
export const CLOSE_LOGGED = sql`
  SELECT epoch_ms(created) AS at FROM log_entry WHERE game = $1 AND period_no = $2 AND type = 'close'
  ORDER BY log DESC LIMIT 1`;

export const SILENCES = sql`SELECT kind, name, epoch_ms(since) AS since FROM outside_silence ORDER BY kind, name`;
export const FORGET_SILENCES = sql`DELETE FROM outside_silence`;
/** $1 kinds, $2 names, $3 since when. */
export const KEEP_SILENCES = sql`
  INSERT INTO outside_silence (kind, name, since)
  SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[]) ON CONFLICT DO NOTHING`;

/** The seed of the padding of a tree ($3 its kind), in the transaction that logs its root. */
export const KEEP_PADDING = sql`INSERT INTO padded_tree (game, period_no, kind, seed) VALUES ($1, $2, $3, $4)`;
/**
 * Settled or refunded periods without a `settled` entry in the log. Looks back one day from the newest such entry, not from now:
 * servers may have been down for longer than a day.
 */
export const UNRECORDED_PAYOUTS = sql`
  WITH known AS MATERIALIZED (
    SELECT least(house_clock(), (
      SELECT created FROM log_entry WHERE game = $1 AND type = 'settled' ORDER BY log DESC, index DESC LIMIT 1
    )) - interval '1 day' AS since
  ), done AS (
    SELECT game, period_no, draw_at, state FROM period WHERE state = 'settled' AND settled_at > (SELECT since FROM known)
    UNION ALL
    SELECT game, period_no, draw_at, state FROM period WHERE state = 'voided' AND settled_at > (SELECT since FROM known)
  )
  SELECT period_no, state = 'voided' AS is_void FROM done p
  WHERE game = $1
    AND NOT EXISTS (SELECT FROM log_entry e WHERE e.game = p.game AND e.period_no = p.period_no AND e.type = 'settled')
  ORDER BY draw_at`;
/** Whether the refunds of a void period are to be logged. */
export const HAS_REFUNDED = sql`
  SELECT EXISTS (
    SELECT FROM period p WHERE game = $1 AND state = 'voided' AND settled_at > house_clock() - interval '1 day'
      AND NOT EXISTS (SELECT FROM log_entry e WHERE e.game = p.game AND e.period_no = p.period_no AND e.type = 'settled')
  ) AS refunded`;
export const UNSETTLED = sql`SELECT period_no FROM period WHERE game = $1 AND state = 'drawn' ORDER BY draw_at`;

/** How late the oldest missing draw and the oldest missing settlement are, in milliseconds; 0 for none. */
export const DELAYS = sql`
  SELECT coalesce(max(late) FILTER (WHERE state <> 'drawn'), 0)::bigint AS draw_ms,
         coalesce(max(late) FILTER (WHERE state = 'drawn'), 0)::bigint AS settlement_ms
  FROM (SELECT state, epoch_ms(house_clock()) - epoch_ms(draw_at) AS late FROM period
        WHERE state IN ('planned', 'open', 'closed', 'drawn') AND draw_at < house_clock()) AS p`;

/** $1 the event, $2 its payload. */
export const TELL = sql`INSERT INTO live_event (event, payload) VALUES ($1, $2)`;

/** Tells each player with orders in a period ($2) how many these are, by a pattern ($3) with a % for the number. */
export const TELL_CLOSE = sql`
  SELECT tell_many('close', $3, array_agg(player_id ORDER BY player_id), array_agg(orders::text ORDER BY player_id))
  FROM (SELECT player_id, count(*) AS orders FROM bet_order WHERE game = $1 AND period_no = $2 GROUP BY player_id) AS o
  HAVING count(*) > 0`;

/** The place of the newest entry about a game, over all logs: it only grows. */
const PLACE = sql`((log::bigint << 48) + index) AS index`;
/** The newest entry of the log about each of many games ($1). */
export const HEADS = sql`
  SELECT g.game, h.index FROM unnest($1::text[]) AS g (game)
  CROSS JOIN LATERAL (SELECT ${PLACE} FROM log_entry e WHERE e.game = g.game ORDER BY log DESC, index DESC LIMIT 1) AS h`;
/**
 * What the board shows of each game ($1), in no order: its newest entry in the log, its next periods on sale or to come after an
 * instant ($2, $3 at most; ended ones are excluded by state, whatever their times), and its newest results ($4 at most). A row has
 * the one or the other, and neither where a game has none.
 */
export const BOARD = sql`
  SELECT g.game, h.index, r.is_drawn, r.period_no, r.open_at, r.close_at, r.draw_at, r.log_leaf, r.numbers, r.late
  FROM unnest($1::text[]) AS g (game)
  LEFT JOIN LATERAL (
    SELECT ${PLACE} FROM log_entry e WHERE e.game = g.game ORDER BY log DESC, index DESC LIMIT 1
  ) AS h ON true
  LEFT JOIN LATERAL (
    (SELECT true AS is_drawn, period_no, NULL::bigint AS open_at, NULL::bigint AS close_at, epoch_ms(draw_at) AS draw_at,
       NULL::bytea AS log_leaf, numbers, late
     FROM period p WHERE p.game = g.game AND state IN ('drawn', 'settled') ORDER BY p.draw_at DESC LIMIT $4)
    UNION ALL
    (SELECT false, period_no, epoch_ms(open_at), epoch_ms(close_at), epoch_ms(draw_at), log_leaf, NULL, false
     FROM period p WHERE p.game = g.game AND p.draw_at > $2
       AND (state = 'open' OR state = 'closed' AND close_at <= $2) ORDER BY p.draw_at LIMIT $3)
  ) AS r ON true`;
/** $2 draws before this instant or null, $3 how many. */
export const RESULTS = sql`
  SELECT period_no, epoch_ms(draw_at) AS draw_at, numbers, late FROM period
  WHERE game = $1 AND state IN ('drawn', 'settled') AND ($2::timestamptz IS NULL OR draw_at < $2)
  ORDER BY draw_at DESC LIMIT $3`;

export const PROOF = sql`SELECT state, round, numbers FROM period WHERE game = $1 AND period_no = $2`;
/** The entry that skipped a period ($2), if any. */
export const SKIPPED_BY = sql`
  SELECT log, index, type, body FROM log_entry
  WHERE game = $1 AND type = 'skipped' AND body::json ->> 'fromPeriod' <= $2 AND $2 <= body::json ->> 'toPeriod'
  ORDER BY log, index LIMIT 1`;
