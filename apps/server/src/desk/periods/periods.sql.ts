import { sql } from "../../db/database.ts";

const ROW = sql`
  p.game, p.period_no, p.state, epoch_ms(p.open_at) AS open_ms, epoch_ms(p.close_at) AS close_ms,
  epoch_ms(p.draw_at) AS draw_ms, epoch_ms(p.drawn_at) AS drawn_ms, epoch_ms(p.settled_at) AS settled_ms, p.late,
  p.numbers, p.void_reason, encode(p.log_leaf, 'hex') AS commitment, p.turnover, p.paid,
  v.asked_by, o.name AS asked_name, v.reason AS asked_reason, v.note AS asked_note, epoch_ms(v.asked) AS asked_ms, v.asked_stake
  FROM period p LEFT JOIN period_void v ON v.game = p.game AND v.period_no = p.period_no
  LEFT JOIN operator o ON o.id = v.asked_by`;

/**
 * Sorted by draw, latest first; without $4, only those that have opened. $1 game or null, $2 state or null, $3 from, $4
 * to, $5 and $6 the last one of the previous page, $7 rows, $8 whether only those void by rule that nobody has marked as seen.
 */
export const LIST = sql`
  SELECT ${ROW}
  WHERE ($1::text IS NULL OR p.game = $1) AND ($2::text IS NULL OR p.state = $2)
    AND ($3::timestamptz IS NULL OR p.draw_at >= $3)
    AND CASE WHEN $4::timestamptz IS NULL THEN p.open_at <= house_clock() ELSE p.draw_at < $4 END
    AND ($5::timestamptz IS NULL OR (p.draw_at, p.game) < ($5, $6::text))
    AND (NOT $8 OR (p.game, p.period_no) IN (SELECT r.game, r.period_no FROM rule_void r WHERE r.seen IS NULL))
  ORDER BY p.draw_at DESC, p.game DESC LIMIT $7`;

export const ONE = sql`SELECT ${ROW} WHERE p.game = $1 AND p.period_no = $2`;

/** Why and by whom a period was made void. */
export const VOIDED = sql`
  SELECT epoch_ms(r.at) AS rule_ms, r.cause, epoch_ms(r.still_since) AS still_ms, r.seen_by, s.name AS seen_name,
    v.asked_by, a.name AS asked_name, v.confirmed_by, c.name AS confirmed_name, epoch_ms(v.confirmed) AS confirmed_ms
  FROM (VALUES ($1::text, $2::text)) AS k (game, period_no)
  LEFT JOIN rule_void r USING (game, period_no) LEFT JOIN operator s ON s.id = r.seen_by
  LEFT JOIN period_void v USING (game, period_no) LEFT JOIN operator a ON a.id = v.asked_by
  LEFT JOIN operator c ON c.id = v.confirmed_by`;

export const BETS = sql`
  SELECT (SELECT count(*) FROM bet_order o WHERE o.game = $1 AND o.period_no = $2) AS orders,
         (SELECT coalesce(sum(total), 0)::bigint FROM bet_order o WHERE o.game = $1 AND o.period_no = $2) AS stake,
         (SELECT coalesce(sum(payout), 0)::bigint FROM bet_win w WHERE w.game = $1 AND w.period_no = $2) AS payout,
         (SELECT coalesce(sum(refund), 0)::bigint FROM bet_win w WHERE w.game = $1 AND w.period_no = $2)
         + (SELECT coalesce(sum(refund), 0)::bigint FROM bet_cancellation c WHERE c.game = $1 AND c.period_no = $2)
           AS refund`;

/**
 * Those of a game ($1, or null) with draws from $2 to $3, or with these keys ($4 games, $5 numbers, or null); $6 rows. Not those that are not
 * on sale yet and cannot be, since no quorum has witnessed them.
 */
export const RANGE = sql`
  SELECT p.game, p.period_no, p.state, epoch_ms(p.draw_at) AS draw_ms, p.state = 'open' AND p.close_at > house_clock() AS is_open,
    v.asked_by, o.name AS asked_name, v.reason AS asked_reason, v.note AS asked_note, epoch_ms(v.asked) AS asked_ms, v.asked_stake,
    b.orders, b.stake, w.payout, c.refunded
  FROM period p LEFT JOIN period_void v ON v.game = p.game AND v.period_no = p.period_no
  LEFT JOIN operator o ON o.id = v.asked_by
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(total), 0)::bigint AS stake FROM bet_order b
    WHERE b.game = p.game AND b.period_no = p.period_no
      AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = b.player_id AND c.order_id = b.id AND c.why = 'player')
  ) AS b
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(payout), 0)::bigint AS payout FROM bet_win w WHERE w.game = p.game AND w.period_no = p.period_no
  ) AS w
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS refunded FROM bet_cancellation c
    WHERE c.game = p.game AND c.period_no = p.period_no AND c.why = 'void' AND p.state = 'voided'
  ) AS c
  WHERE p.state <> 'planned' AND ($1::text IS NULL OR p.game = $1)
    AND ($4::text[] IS NULL AND p.draw_at >= $2 AND p.draw_at < $3
      OR (p.game, p.period_no) IN (SELECT * FROM unnest($4::text[], $5::text[])))
  ORDER BY p.draw_at, p.game LIMIT $6`;
/** Players with a bet on one of these periods. $1 games, $2 numbers. */
export const PLAYERS = sql`
  SELECT count(DISTINCT b.player_id)::int AS players FROM unnest($1::text[], $2::text[]) AS p (game, period_no)
  JOIN bet_order b ON b.game = p.game AND b.period_no = p.period_no
  WHERE NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = b.player_id AND c.order_id = b.id AND c.why = 'player')`;

/** Periods by their keys, in no order. $1 games, $2 numbers. */
export const STATES = sql`
  SELECT game, period_no, state FROM unnest($1::text[], $2::text[]) AS k (game, period_no) JOIN period USING (game, period_no)`;
/** Locks periods in the order of all who void: bets on them wait, so that what they cost does not change any more. */
export const LOCK = sql`
  SELECT p.game, p.period_no FROM period p JOIN unnest($1::text[], $2::text[]) AS k (game, period_no) USING (game, period_no)
  ORDER BY p.game, p.period_no FOR UPDATE OF p`;
/** The stakes that voiding each period returns; none once its sale has ended. */
export const COST = sql`
  SELECT p.game, p.period_no, coalesce((
    SELECT sum(total) FROM bet_order b WHERE b.game = p.game AND b.period_no = p.period_no
      AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = b.player_id AND c.order_id = b.id AND c.why = 'player')
  ), 0)::bigint AS stake
  FROM period p JOIN unnest($1::text[], $2::text[]) AS k (game, period_no) USING (game, period_no)
  WHERE p.state = 'open' AND p.close_at > house_clock()`;
/**
 * Those that nobody had asked for before, asked for at one time, which says that they belong together. $3 operator, $4 reason,
 * $5 note, $6 the stakes of each.
 */
export const ASK = sql`
  INSERT INTO period_void (game, period_no, asked_by, reason, note, asked, asked_stake)
  SELECT k.game, k.period_no, $3, $4, $5, clock.now, k.stake
  FROM unnest($1::text[], $2::text[], $6::bigint[]) AS k (game, period_no, stake), (SELECT house_clock() AS now OFFSET 0) AS clock
  ON CONFLICT DO NOTHING RETURNING game, period_no`;
export const LOCK_ASKED = sql`
  SELECT game, period_no, asked_by, confirmed_by, reason
  FROM period_void JOIN unnest($1::text[], $2::text[]) AS k (game, period_no) USING (game, period_no)
  ORDER BY game, period_no FOR UPDATE OF period_void`;
/** Replaces the first of the two operators. $3 operator, $4 reason, $5 note, $6 the stakes of each. */
export const ASK_ANEW = sql`
  UPDATE period_void v SET asked_by = $3, reason = $4, note = $5, asked = clock.now, asked_stake = k.stake
  FROM unnest($1::text[], $2::text[], $6::bigint[]) AS k (game, period_no, stake), (SELECT house_clock() AS now OFFSET 0) AS clock
  WHERE v.game = k.game AND v.period_no = k.period_no`;
export const CONFIRM = sql`
  UPDATE period_void v SET confirmed_by = $3, confirmed = house_clock()
  FROM unnest($1::text[], $2::text[]) AS k (game, period_no) WHERE v.game = k.game AND v.period_no = k.period_no`;
/** $1 games, $2 numbers, $3 operator. */
export const SEEN = sql`
  UPDATE rule_void v SET seen_by = $3, seen = house_clock()
  FROM unnest($1::text[], $2::text[]) AS k (game, period_no)
  WHERE v.game = k.game AND v.period_no = k.period_no AND v.seen IS NULL RETURNING v.game, v.period_no`;
