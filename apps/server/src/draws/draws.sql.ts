import { sql } from "../db/database.ts";

/** The statements of the draws. `$1` is the game unless stated otherwise. */

export const LOG_HEAD = sql`SELECT seq, hash FROM draw_record WHERE game = $1 ORDER BY seq DESC LIMIT 1`;

/** $2 is the seq of the head. */
export const APPEND_RECORDS = sql`
  INSERT INTO draw_record (game, seq, type, period_no, body, hash, previous_hash, signature, created)
  SELECT $1, $2::bigint + r.place, r.type, r.period_no, r.body, r.hash, r.previous_hash, r.signature, house_clock()
  FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::bytea[], $8::bytea[]) WITH ORDINALITY
    AS r (type, period_no, body, hash, previous_hash, signature, place)`;

/** Checks the epoch ($1) of a leader's transaction, and holds it until the transaction ends. */
export const FENCE = sql`SELECT epoch FROM draw_leader WHERE epoch = $1 FOR SHARE`;
export const TAKE_LEAD = sql`
  UPDATE draw_leader SET epoch = epoch + 1, node = $1, since = house_clock() RETURNING epoch`;
export const TRY_LOCK = sql`SELECT pg_try_advisory_lock($1) AS locked`;
export const PULSE = sql`
  UPDATE draw_pulse SET seen = greatest(seen, house_clock()) RETURNING epoch_ms(seen) AS seen`;
export const LAST_SEEN = sql`SELECT epoch_ms(seen) AS seen FROM draw_pulse`;

export const CHAINS = sql`
  SELECT cid, n, anchor, root, first_period, epoch_ms(first_draw_at) AS first_draw_at, block_roots, sealed, seal_key_version, next_t
  FROM chain WHERE game = $1 ORDER BY first_draw_at`;
/** $1 the chain. */
export const CHAIN = sql`
  SELECT cid, n, anchor, root, first_period, epoch_ms(first_draw_at) AS first_draw_at, block_roots, sealed, seal_key_version, next_t
  FROM chain WHERE cid = $1`;
export const INSERT_CHAIN = sql`
  INSERT INTO chain (game, cid, n, anchor, root, first_period, first_draw_at, block_roots, sealed, seal_key_version, created)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, house_clock())`;
/** $1 the chain. */
export const USE_SECRETS = sql`UPDATE chain SET next_t = $2 WHERE cid = $1`;

export const LAST_PUBLISHED = sql`
  SELECT period_no, epoch_ms(draw_at) AS draw_at FROM period WHERE game = $1 ORDER BY draw_at DESC LIMIT 1`;
export const INSERT_PERIODS = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, cid, t, commitment, merkle_proof, salt)
  SELECT $1, p.* FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::bytea[],
    $7::int[], $8::bytea[], $9::bytea[], $10::bytea[]) AS p`;

/** Periods whose sale is over but that are not drawn. $2 the instant. */
export const OVERDUE = sql`
  SELECT period_no, epoch_ms(open_at) AS open_at, epoch_ms(close_at) AS close_at, epoch_ms(draw_at) AS draw_at, state,
    EXISTS (SELECT FROM draw_record r WHERE r.game = p.game AND r.period_no = p.period_no AND r.type = 'close') AS recorded,
    state = 'open' AND EXISTS (SELECT FROM bet_order o WHERE o.game = p.game AND o.period_no = p.period_no) AS sold
  FROM period p WHERE game = $1 AND state IN ('open', 'closed') AND close_at <= $2 ORDER BY draw_at`;

/** Waits for bets that hold the period's lock, then blocks every later one. */
export const LOCK_TO_CLOSE = sql`
  SELECT period_no FROM period WHERE game = $1 AND period_no = $2 AND state = 'open' FOR UPDATE`;
export const CLOSE_PERIOD = sql`
  UPDATE period SET state = 'closed'
  WHERE game = $1 AND period_no = $2 AND state = 'open' AND close_at <= house_clock()
  RETURNING epoch_ms(open_at) AS open_at, epoch_ms(close_at) AS close_at, epoch_ms(draw_at) AS draw_at, commitment,
    epoch_ms(house_clock()) AS now`;

/** $2 the periods. */
export const LOCK_TO_SKIP = sql`
  SELECT period_no FROM period WHERE game = $1 AND period_no = ANY ($2) AND state = 'open' FOR UPDATE`;
export const SKIP_PERIODS = sql`
  UPDATE period p SET state = 'skipped'
  WHERE game = $1 AND period_no = ANY ($2) AND state = 'open' AND close_at <= house_clock()
    AND NOT EXISTS (SELECT FROM bet_order o WHERE o.game = p.game AND o.period_no = p.period_no)
  RETURNING period_no`;

/**
 * Locks a closed period that is due and whose close is on record. No secret is released while a period with a smaller
 * index is open: s_t reveals every earlier secret.
 */
export const LOCK_TO_DRAW = sql`
  SELECT period_no, cid, t, commitment, mode, salt, round, epoch_ms(draw_at) AS draw_at, epoch_ms(house_clock()) AS now
  FROM period p
  WHERE game = $1 AND period_no = $2 AND state = 'closed' AND draw_at <= house_clock()
    AND NOT EXISTS (SELECT FROM period s WHERE s.cid = p.cid AND s.t < p.t AND s.game = p.game AND s.state = 'open')
    AND EXISTS (SELECT FROM draw_record r WHERE r.game = p.game AND r.period_no = p.period_no AND r.type = 'close')
  FOR UPDATE`;
export const DRAW_PERIOD = sql`
  UPDATE period SET state = 'drawn', secret = $3, numbers = $4, late = $5, drawn_at = house_clock()
  WHERE game = $1 AND period_no = $2 AND state = 'closed'`;

export const LOCK_TO_VOID = sql`
  SELECT state, epoch_ms(open_at) AS open_at, epoch_ms(close_at) AS close_at, epoch_ms(draw_at) AS draw_at, commitment,
    epoch_ms(house_clock()) AS now,
    EXISTS (SELECT FROM draw_record r WHERE r.game = p.game AND r.period_no = p.period_no AND r.type = 'close') AS recorded
  FROM period p WHERE game = $1 AND period_no = $2 FOR UPDATE OF p`;
export const VOID_PERIOD = sql`
  UPDATE period SET state = 'voided', void_reason = $3 WHERE game = $1 AND period_no = $2`;

/** Serializes writers of a game's log. */
export const LOCK_LOG = sql`SELECT pg_advisory_xact_lock(hashtextextended('draw_record ' || $1, 5))`;

export const UNSETTLED = sql`SELECT period_no FROM period WHERE game = $1 AND state = 'drawn' ORDER BY draw_at`;

/** How late the oldest missing draw and the oldest missing settlement are, in milliseconds; 0 for none. */
export const DELAYS = sql`
  SELECT coalesce(max(late) FILTER (WHERE state <> 'drawn'), 0)::bigint AS draw_ms,
         coalesce(max(late) FILTER (WHERE state = 'drawn'), 0)::bigint AS settlement_ms
  FROM (SELECT state, epoch_ms(house_clock()) - epoch_ms(draw_at) AS late FROM period
        WHERE state IN ('open', 'closed', 'drawn') AND draw_at < house_clock()) AS p`;

/** $1 the event, $2 its payload. */
export const TELL = sql`INSERT INTO live_event (event, payload) VALUES ($1, $2)`;

/** The heads of the logs of many games ($1). */
export const HEADS = sql`
  SELECT g.game, h.seq, h.hash FROM unnest($1::text[]) AS g (game)
  CROSS JOIN LATERAL (SELECT seq, hash FROM draw_record r WHERE r.game = g.game ORDER BY seq DESC LIMIT 1) AS h`;
/** Periods on sale or to come; ended ones are excluded by state, whatever their times. $2 the instant, $3 how many. */
export const UPCOMING = sql`
  SELECT period_no, epoch_ms(open_at) AS open_at, epoch_ms(close_at) AS close_at, epoch_ms(draw_at) AS draw_at, commitment
  FROM period WHERE game = $1 AND draw_at > $2
    AND (state = 'open' OR state = 'closed' AND close_at <= $2) ORDER BY draw_at LIMIT $3`;
/** $2 draws before this instant or null, $3 how many. */
export const RESULTS = sql`
  SELECT period_no, epoch_ms(draw_at) AS draw_at, numbers, late FROM period
  WHERE game = $1 AND state IN ('drawn', 'settled') AND ($2::timestamptz IS NULL OR draw_at < $2)
  ORDER BY draw_at DESC LIMIT $3`;

export const PROOF = sql`
  SELECT p.period_no, p.state, p.mode, p.cid, c.n, p.t, c.anchor, c.root, p.commitment, p.merkle_proof, p.salt, p.round,
    p.secret, p.numbers, c.first_period
  FROM period p JOIN chain c USING (cid) WHERE p.game = $1 AND p.period_no = $2`;
/** The records about a period ($2) and its chain, which began with period $3, in log order. */
export const PROOF_RECORDS = sql`
  SELECT type, body, hash, previous_hash, signature FROM draw_record r
  WHERE game = $1 AND ((type IN ('period', 'close', 'draw') AND period_no = $2)
    OR (type = 'chain' AND period_no = $3 AND body::json->>'cid' = $4)
    OR (type = 'skipped' AND $5 AND body::json->>'fromPeriod' <= $2 AND $2 <= body::json->>'toPeriod'))
  ORDER BY seq`;
