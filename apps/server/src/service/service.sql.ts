import { sql } from "../db/database.ts";

/** The statements of conversations. $1 is the player in each. */

/** Locks the conversation until the transaction ends, creating it if there is none. $2 who opens it. */
export const BEGIN = sql`
  INSERT INTO conversation (player_id, created, last_at, last_from)
  SELECT $1, at, at, $2 FROM (SELECT house_clock() AS at) AS clock ON CONFLICT DO NOTHING`;

export const HOLD = sql`
  SELECT status, desk_read_to, player_read_to, player_unread, desk_unread
  FROM conversation WHERE player_id = $1 FOR UPDATE`;

export const NEXT_LINE = sql`SELECT nextval('service_line_id') AS id`;

/** $2 who writes, $3 the key of the request. */
export const LINE_OF_KEY = sql`
  SELECT id, body_hash FROM service_line WHERE player_id = $1 AND sender = $2 AND request_key = $3`;

/** $2 id, $3 sender, $4 operator or null, $5 sealed text or null, $6 picture or null, $7 key or null, $8 its hash. */
export const ADD_LINE = sql`
  WITH clock AS MATERIALIZED (SELECT house_clock() AS at), line AS (
    INSERT INTO service_line (player_id, id, sender, operator_id, sealed, picture_id, request_key, body_hash, created)
    SELECT $1, $2::bigint, $3::text, $4, $5, $6, $7, $8, at FROM clock
  )
  UPDATE conversation SET status = 'open', last_line = $2, last_at = at, last_from = $3,
    player_unread = player_unread + CASE WHEN $3 = 'desk' THEN 1 ELSE 0 END,
    desk_unread = desk_unread + CASE WHEN $3 = 'player' THEN 1 ELSE 0 END,
    waiting_since = CASE WHEN $3 = 'player' THEN coalesce(waiting_since, at) END,
    waiting_lines = CASE WHEN $3 = 'player' THEN waiting_lines + 1 ELSE 0 END
  FROM clock WHERE player_id = $1
  RETURNING epoch_ms(at) AS created, player_unread, desk_unread`;

/** A line with its encrypted text. */
const LINE = sql`
  SELECT l.id, l.sender, l.operator_id, l.sealed, l.picture_id, p.width, p.height, epoch_ms(l.created) AS created
  FROM service_line l LEFT JOIN service_picture p ON p.id = l.picture_id
  WHERE l.player_id = $1`;

/** $2 id. */
export const ONE_LINE = sql`${LINE} AND l.id = $2`;

/** $2 ids below or null, $3 rows. */
export const LINES = sql`${LINE} AND ($2::bigint IS NULL OR l.id < $2) ORDER BY l.id DESC LIMIT $3`;

/** $2 ids above, $3 rows: the oldest of them, returned newest first. */
export const LINES_AFTER = sql`
  SELECT * FROM (${LINE} AND l.id > $2 ORDER BY l.id LIMIT $3) AS newer ORDER BY id DESC`;

export const STATE = sql`
  SELECT status, player_unread, desk_unread, desk_read_to, player_read_to, assigned_to FROM conversation WHERE player_id = $1`;

/** $2 up to which line. The unread lines are counted anew, so that repeating it is harmless. */
export const READ_BY_PLAYER = sql`
  UPDATE conversation c SET player_read_to = greatest(player_read_to, least($2::bigint, last_line)),
    player_unread = (SELECT count(*) FROM service_line l
      WHERE l.player_id = $1 AND l.sender = 'desk' AND l.id > greatest(c.player_read_to, least($2::bigint, c.last_line)))
  WHERE player_id = $1 RETURNING player_unread`;

export const READ_BY_DESK = sql`
  UPDATE conversation c SET desk_read_to = greatest(desk_read_to, least($2::bigint, last_line)),
    desk_unread = (SELECT count(*) FROM service_line l
      WHERE l.player_id = $1 AND l.sender = 'player' AND l.id > greatest(c.desk_read_to, least($2::bigint, c.last_line)))
  WHERE player_id = $1 RETURNING desk_unread`;

export const CLOSE = sql`
  UPDATE conversation SET status = 'closed', waiting_since = NULL, waiting_lines = 0
  WHERE player_id = $1 AND status = 'open' RETURNING player_unread`;

/** Reopening: a player who wrote last waits again. */
export const REOPEN = sql`
  UPDATE conversation SET status = 'open', waiting_since = CASE WHEN last_from = 'player' THEN last_at END,
    waiting_lines = CASE WHEN last_from = 'player' THEN 1 ELSE 0 END
  WHERE player_id = $1 AND status = 'closed' RETURNING player_unread`;

/** $2 operator, or null for none. */
export const ASSIGN = sql`
  UPDATE conversation SET assigned_to = $2 WHERE player_id = $1 RETURNING player_unread`;

/**
 * Of the questions of the last two weeks (lines of players that follow no line of their own) how many there were, and
 * within how many seconds half of them were answered. One that still waits counts with its wait so far, so that a desk that
 * answers nobody does not look fast; one that was closed without an answer asked for none.
 */
export const USUAL_WAIT = sql`
  WITH clock AS MATERIALIZED (SELECT house_clock() AS at), line AS (
    SELECT player_id, id, sender, created, lag(sender) OVER (PARTITION BY player_id ORDER BY id) AS before,
           min(created) FILTER (WHERE sender = 'desk') OVER (PARTITION BY player_id ORDER BY id DESC) AS answered
    FROM service_line WHERE created > (SELECT at FROM clock) - interval '14 days'
  ), question AS (
    SELECT coalesce(l.answered, CASE WHEN c.waiting_since IS NOT NULL THEN clock.at END) - l.created AS waited
    FROM line l CROSS JOIN clock JOIN conversation c ON c.player_id = l.player_id
    WHERE l.sender = 'player' AND l.before IS DISTINCT FROM 'player'
  )
  SELECT count(waited) AS questions,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM waited)::float8) AS seconds
  FROM question`;

/** $2 number of unread lines of the player. */
export const TELL_PLAYER = sql`
  INSERT INTO live_event (player_id, event, payload)
  VALUES ($1, 'service', jsonb_build_object('unread', $2::int))`;

const CONVERSATION = sql`
  SELECT c.player_id, p.username, p.status AS player_status, c.status, c.last_line, epoch_ms(c.last_at) AS last_at,
         c.last_from, c.desk_unread, epoch_ms(c.waiting_since) AS waiting_ms, c.assigned_to, l.sealed, l.picture_id
  FROM conversation c
  JOIN player p ON p.id = c.player_id
  LEFT JOIN service_line l ON l.player_id = c.player_id AND l.id = c.last_line`;

/**
 * Conversations for the desk: open ones first, then unread ones, then by the latest line. $1 status or null, $2 only
 * unread, $3–$5 the position of the last one shown (null at the start), $6 rows, $7 operator or null.
 */
export const CONVERSATIONS = sql`
  ${CONVERSATION}
  WHERE c.last_line > 0 AND ($1::text IS NULL OR c.status = $1) AND (NOT $2::boolean OR c.desk_unread > 0)
    AND ($7::bigint IS NULL OR c.assigned_to = $7)
    AND ($5::bigint IS NULL OR (c.status, c.desk_unread > 0, c.last_line) < ($3::text, $4::boolean, $5::bigint))
  ORDER BY c.status DESC, (c.desk_unread > 0) DESC, c.last_line DESC LIMIT $6`;

/**
 * Those whose player waits, longest first. $1 and $2 the last one shown (null at the start), $3 rows, $4 operator or
 * null.
 */
export const WAITING_CONVERSATIONS = sql`
  ${CONVERSATION}
  WHERE c.waiting_since IS NOT NULL AND ($4::bigint IS NULL OR c.assigned_to = $4)
    AND ($1::bigint IS NULL OR (epoch_ms(c.waiting_since), c.player_id) > ($1, $2::bigint))
  ORDER BY epoch_ms(c.waiting_since), c.player_id LIMIT $3`;

export const WAITING = sql`
  SELECT count(*)::int AS conversations, coalesce(sum(waiting_lines), 0)::int AS lines,
         epoch_ms(min(waiting_since)) AS since
  FROM conversation WHERE waiting_since IS NOT NULL`;
