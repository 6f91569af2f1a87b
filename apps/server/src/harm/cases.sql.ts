import { inBothOrders, sql } from "../db/database.ts";

/** Statements of the desk's cases. */

const ROW = sql`
  c.id, c.player_id, p.username, p.status AS player_status, epoch_ms(c.opened) AS opened, c.cause, c.score, c.reasons,
  c.assigned_to, a.name AS assigned_name, epoch_ms(c.closed) AS closed, c.closed_by, d.name AS closed_name, c.outcome, c.reason,
  c.staked_before, c.recharged_before, c.nights_before, c.staked_after, c.recharged_after, c.nights_after
  FROM harm_case c JOIN player p ON p.id = c.player_id LEFT JOIN operator a ON a.id = c.assigned_to
  LEFT JOIN operator d ON d.id = c.closed_by`;

/** $1 ids past this or null, $2 rows, $3 true for open ones, false for closed ones, null for all. */
export const LIST = inBothOrders(
  (past, way) => sql`
  SELECT ${ROW} WHERE ($1::bigint IS NULL OR c.id ${past} $1) AND ($3::boolean IS NULL OR (c.closed IS NULL) = $3)
  ORDER BY c.id ${way} LIMIT $2`,
);

export const ONE = sql`SELECT ${ROW} WHERE c.id = $1`;

/** The newest cases of player $1. */
export const OF_PLAYER = sql`SELECT ${ROW} WHERE c.player_id = $1 ORDER BY c.id DESC LIMIT 20`;

/** What happened in cases $1, oldest first. */
export const EVENTS = sql`
  SELECT e.case_id, e.what, e.operator_id, o.name, e.words, epoch_ms(e.at) AS at
  FROM harm_case_event e LEFT JOIN operator o ON o.id = e.operator_id WHERE e.case_id = ANY ($1::bigint[]) ORDER BY e.id`;

/** Locks a case. */
export const LOCK = sql`
  SELECT player_id, opened, closed IS NULL AS open FROM harm_case WHERE id = $1 FOR UPDATE`;

/** $1 case, $2 operator or null. */
export const ASSIGN = sql`UPDATE harm_case SET assigned_to = $2 WHERE id = $1`;

/** $1 case, $2 what, $3 operator, $4 words. */
export const ADD_EVENT = sql`
  INSERT INTO harm_case_event (case_id, what, operator_id, words, at) VALUES ($1, $2, $3, $4, house_clock())`;

/** $1 case, $2 operator, $3 outcome, $4 reason. */
export const CLOSE = sql`
  UPDATE harm_case SET closed = house_clock(), closed_by = $2, outcome = $3, reason = $4 WHERE id = $1`;

/** Whether since case $1 was opened a limit of the player was set, or a break begun. */
export const DONE_SINCE = sql`
  SELECT EXISTS (SELECT FROM play_limit_change l WHERE l.player_id = c.player_id AND l.what = 'set' AND l.at >= c.opened) AS limit,
         EXISTS (SELECT FROM play_break b WHERE b.player_id = c.player_id AND b.kind <> 'return' AND b.since >= c.opened) AS break
  FROM harm_case c WHERE c.id = $1`;

/** The score of player $1. */
export const SCORE = sql`
  SELECT score, level, reasons, epoch_ms(scored) AS scored,
         CASE WHEN guarded_until > house_clock() THEN epoch_ms(guarded_until) END AS guarded_until
  FROM harm_state WHERE player_id = $1`;

/** The newest scores of player $1. */
export const SCORES = sql`
  SELECT epoch_ms(scored) AS scored, score, level FROM harm_score WHERE player_id = $1 ORDER BY scored DESC LIMIT 60`;
