import { sql } from "../../db/database.ts";

/**
 * What an archive reads, all in one snapshot. Lists are read in pages, newest first: $1 player, $2 only lower ids, $3
 * rows. Each row has `id`, the place of the next page.
 */

export const SNAPSHOT = sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`;

export const PROFILE = sql`
  SELECT username, created, status, invite_code, terms_version, last_login_at, last_login_ip, previous_login_at,
         previous_login_ip, house_clock() AS now
  FROM player WHERE id = $1`;

/** $2 and $3 as in every list, though sessions are few. Their ids are random, so their order is that of their start. */
export const SESSIONS = sql`
  SELECT row_number() OVER (ORDER BY created, id) AS id, user_agent, address, created, greatest(seen, rotated) AS seen, revoked,
         signed_in_by
  FROM session_family WHERE player_id = $1
  ORDER BY 1 DESC`;

/** Devices to which something is pushed; each belongs to a session. */
export const PUSH_DEVICES = sql`
  SELECT d.family_id, f.user_agent, d.subscription, d.kinds, d.games, d.amounts, d.created
  FROM push_device d JOIN session_family f ON f.id = d.family_id WHERE d.player_id = $1 ORDER BY d.created DESC, d.family_id`;

/** The page is read first, and then what belongs to each of its orders by key: the player may have very many. */
export const BETS = sql`
  WITH page AS MATERIALIZED (
    SELECT id, player_id, accepted_at, game, period_no, option_id, groups, bet_count, total FROM bet_order
    WHERE player_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3
  )
  SELECT o.id, o.accepted_at, o.game, o.period_no, o.option_id, o.groups, o.bet_count, o.total, p.numbers,
         coalesce(w.payout, 0)::bigint AS payout, coalesce(w.refund, c.refund, 0)::bigint AS refund,
         CASE WHEN c.order_id IS NOT NULL OR p.state = 'voided' THEN 'cancelled' WHEN p.state IN ('open', 'closed') THEN 'notDrawn'
              WHEN p.state = 'drawn' THEN 'drawn' WHEN coalesce(w.payout, 0) > 0 THEN 'won' ELSE 'notWon' END AS status
  FROM page o JOIN period p ON p.game = o.game AND p.period_no = o.period_no
  LEFT JOIN LATERAL (
    SELECT payout, refund FROM bet_win WHERE player_id = o.player_id AND order_id = o.id OFFSET 0
  ) AS w ON true
  LEFT JOIN LATERAL (
    SELECT order_id, refund FROM bet_cancellation WHERE player_id = o.player_id AND order_id = o.id OFFSET 0
  ) AS c ON true
  ORDER BY o.id DESC`;

/** Chases: the plan, how far it has come, and what is still set aside. */
export const CHASES = sql`
  SELECT c.id, c.created, c.game, c.lines, c.periods[1] AS first_period, c.periods[cardinality(c.periods)] AS last_period,
         cardinality(c.periods) AS periods, c.held, c.stop_on_win, c.stop_profit, c.stop_loss, g.placed, g.staked,
         c.held - g.released AS rest, g.ended, g.why
  FROM chase c JOIN chase_progress g ON g.chase_id = c.id
  WHERE c.player_id = $1 AND c.id < $2 ORDER BY c.id DESC LIMIT $3`;

/** The periods of chases that have come: their bets, or why there are none. The id is the chase's and the place. */
export const CHASE_STEPS = sql`
  SELECT s.id, s.chase_id, s.at, s.period_no, s.stake, s.why, s.orders FROM (
    SELECT row_number() OVER (ORDER BY chase_id, place) AS id, chase_id, at, period_no, stake, why, orders
    FROM chase_step WHERE player_id = $1
  ) AS s WHERE s.id < $2 ORDER BY s.id DESC LIMIT $3`;

export const MONEY_ORDERS = sql`
  SELECT id, type, channel, status, amount, fee, created, finished, reason FROM money_order
  WHERE player_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`;

export const LIMITS = sql`
  SELECT kind, span, amount, pending_amount, pending_from, changed FROM play_limit WHERE player_id = $1 ORDER BY kind, span`;

export const LIMIT_CHANGES = sql`
  SELECT id, kind, span, what, before, after, at FROM play_limit_change
  WHERE player_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`;

export const BREAKS = sql`
  SELECT id, kind, since, until FROM play_break
  WHERE player_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`;

/** An announcement that was withdrawn is nobody's message any more. */
export const MESSAGES = sql`
  SELECT m.id, m.template, m.detail, a.texts, m.created, m.read_at FROM message m
  LEFT JOIN announcement a ON a.id = m.announcement_id
  WHERE m.player_id = $1 AND m.id < $2 AND a.withdrawn IS NULL
  ORDER BY m.id DESC LIMIT $3`;

export const LINES = sql`
  SELECT id, sender, sealed, picture_id, created FROM service_line
  WHERE player_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`;

/** The pictures that the player sent or was sent, and those that were uploaded and never sent. */
export const PICTURES = sql`
  SELECT id, sealed FROM service_picture
  WHERE player_id = $1 AND id < $2 AND (sent OR operator_id IS NULL) ORDER BY id DESC LIMIT $3`;

export const FAVOURITES = sql`SELECT game, created FROM favourite WHERE player_id = $1 ORDER BY created DESC, game`;

/** All that a player saved is few. */
export const SAVED = sql`
  SELECT id, kind, sealed, epoch_ms(created) AS created FROM saved_pick WHERE player_id = $1 ORDER BY id DESC`;

/** Whom a player invited is theirs to know, not whose names they are: only how many, by level. */
export const TEAM = sql`
  SELECT level::int AS level, count(*)::int AS players FROM agent_line WHERE agent_id = $1 GROUP BY level ORDER BY level`;

/** What was worked out for the player. $2 a number of days since 1970 as the place of the page. */
export const AGENT_DAYS = sql`
  SELECT (day - DATE '1970-01-01')::bigint * 10 + 9 - level AS id, to_char(day, 'YYYY-MM-DD') AS day, level::int AS level,
         turnover, rate, amount
  FROM agent_day WHERE player_id = $1 AND (day - DATE '1970-01-01')::bigint * 10 + 9 - level < $2
  ORDER BY day DESC, level LIMIT $3`;

export const TURNOVER = sql`
  SELECT (day - DATE '1970-01-01')::bigint AS id, to_char(day, 'YYYY-MM-DD') AS day, turnover
  FROM turnover_day WHERE player_id = $1 AND (day - DATE '1970-01-01')::bigint < $2
  ORDER BY turnover_day.day DESC LIMIT $3`;

export const GIFTS = sql`
  SELECT id, amount, status, asked FROM gift
  WHERE player_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`;

/** Documents of the identity check; the pictures go to nobody but the desk. $1 player. */
export const DOCUMENTS = sql`SELECT kind, created, erased FROM identity_document WHERE player_id = $1 ORDER BY id`;

/** Scores of markers of harm, newest first, with the markers that gave points. $1 player. */
export const SCORES = sql`
  SELECT scored, score, (SELECT string_agg(r ->> 'signal', ', ') FROM jsonb_array_elements(reasons) AS r) AS signals
  FROM harm_score WHERE player_id = $1 ORDER BY scored DESC`;
