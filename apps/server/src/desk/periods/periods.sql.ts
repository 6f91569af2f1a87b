import { sql } from "../../db/database.ts";

const ROW = sql`
  p.game, p.period_no, p.state, epoch_ms(p.open_at) AS open_ms, epoch_ms(p.close_at) AS close_ms,
  epoch_ms(p.draw_at) AS draw_ms, epoch_ms(p.drawn_at) AS drawn_ms, epoch_ms(p.settled_at) AS settled_ms, p.late,
  p.numbers, p.void_reason, encode(p.log_leaf, 'hex') AS commitment, p.turnover, p.paid,
  v.asked_by, o.name AS asked_name, v.reason AS asked_reason, epoch_ms(v.asked) AS asked_ms
  FROM period p LEFT JOIN period_void v ON v.game = p.game AND v.period_no = p.period_no
  LEFT JOIN operator o ON o.id = v.asked_by`;

/**
 * Sorted by draw, latest first; without $4, only those that have opened. $1 game or null, $2 state or null, $3 from, $4
 * to, $5 and $6 the last one of the previous page, $7 rows.
 */
export const LIST = sql`
  SELECT ${ROW}
  WHERE ($1::text IS NULL OR p.game = $1) AND ($2::text IS NULL OR p.state = $2)
    AND ($3::timestamptz IS NULL OR p.draw_at >= $3)
    AND CASE WHEN $4::timestamptz IS NULL THEN p.open_at <= house_clock() ELSE p.draw_at < $4 END
    AND ($5::timestamptz IS NULL OR (p.draw_at, p.game) < ($5, $6::text))
  ORDER BY p.draw_at DESC, p.game DESC LIMIT $7`;

export const ONE = sql`SELECT ${ROW} WHERE p.game = $1 AND p.period_no = $2`;

export const BETS = sql`
  SELECT (SELECT count(*) FROM bet_order o WHERE o.game = $1 AND o.period_no = $2) AS orders,
         (SELECT coalesce(sum(total), 0)::bigint FROM bet_order o WHERE o.game = $1 AND o.period_no = $2) AS stake,
         (SELECT coalesce(sum(payout), 0)::bigint FROM bet_win w WHERE w.game = $1 AND w.period_no = $2) AS payout,
         (SELECT coalesce(sum(refund), 0)::bigint FROM bet_win w WHERE w.game = $1 AND w.period_no = $2)
         + (SELECT coalesce(sum(refund), 0)::bigint FROM bet_cancellation c WHERE c.game = $1 AND c.period_no = $2)
           AS refund`;

/** A row if there was no request before. */
export const ASK = sql`
  INSERT INTO period_void (game, period_no, asked_by, reason, asked) VALUES ($1, $2, $3, $4, house_clock())
  ON CONFLICT DO NOTHING RETURNING game`;
export const LOCK_ASKED = sql`
  SELECT asked_by, reason, confirmed_by FROM period_void WHERE game = $1 AND period_no = $2 FOR UPDATE`;
/** Replaces the first of the two operators. $1 game, $2 period, $3 operator, $4 reason. */
export const ASK_ANEW = sql`
  UPDATE period_void SET asked_by = $3, reason = $4, asked = house_clock() WHERE game = $1 AND period_no = $2`;
export const CONFIRM = sql`
  UPDATE period_void SET confirmed_by = $3, confirmed = house_clock() WHERE game = $1 AND period_no = $2`;
export const STATE = sql`SELECT state FROM period WHERE game = $1 AND period_no = $2`;
