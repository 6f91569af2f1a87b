import { sql } from "../db/database.ts";

/** All statements run under the lock of the player's cash, but those that only read. $1 is the player. */

/** Makes the row that placing a bet reads. */
export const ADD_GUARD = sql`INSERT INTO play_guard (player_id) VALUES ($1) ON CONFLICT DO NOTHING`;

/** Ends what the player has set going: nothing is placed during a break, and its money is theirs at once. */
export const END_CHASES = sql`SELECT end_chases_of($1, 'break')`;

export const REFRESH = sql`SELECT play_refresh_guard($1, house_clock())`;

/** $2 how long an unconfirmed raise stays open after its waiting time, in days. */
export const LIMITS = sql`
  SELECT l.kind, l.span, l.amount, l.used, CASE WHEN l.used <> 0 THEN epoch_ms(l.free_at) END AS free_at,
         l.pending AND c.now < l.pending_from + $2::int * interval '1 day' AS pending, l.pending_amount,
         epoch_ms(l.pending_from) AS pending_from
  FROM (SELECT house_clock() AS now) AS c CROSS JOIN LATERAL play_limits_of($1, c.now) AS l`;

const END_OF_TIME = sql`'9999-12-31 23:59:59+00'::timestamptz`;

/** Breaks and reality check; no row if the player has set nothing. */
export const GUARD = sql`
  SELECT CASE WHEN g.time_out_until > c.now THEN epoch_ms(g.time_out_until) END AS time_out_until,
         CASE WHEN g.excluded_until > c.now THEN epoch_ms(least(g.excluded_until, ${END_OF_TIME})) END AS excluded_until,
         CASE WHEN g.blocked_until > c.now THEN epoch_ms(least(g.blocked_until, ${END_OF_TIME})) END AS blocked_until,
         g.blocked_until = 'infinity' AND g.excluded_until <= c.now AS may_return, g.reality_check_minutes
  FROM play_guard g, (SELECT house_clock() AS now) AS c WHERE g.player_id = $1`;

/** Who of these players ($1) is on a break. */
export const ON_BREAK = sql`
  SELECT g.player_id, g.excluded_until > c.now OR g.blocked_until = 'infinity' AS excluded,
         CASE WHEN g.excluded_until > c.now AND g.excluded_until < ${END_OF_TIME} THEN epoch_ms(g.excluded_until)
              WHEN g.excluded_until > c.now OR g.blocked_until = 'infinity' THEN NULL
              ELSE epoch_ms(g.blocked_until) END AS until
  FROM play_guard g, (SELECT house_clock() AS now) AS c
  WHERE g.player_id = ANY ($1::bigint[]) AND g.blocked_until > c.now`;

/** Won less staked over some spans. */
export const NET = sql`
  SELECT w.name, (p.won - p.staked)::bigint AS net
  FROM (SELECT house_clock() AS now) AS c
  CROSS JOIN (VALUES ('day', interval '24 hours'), ('week', interval '7 days'), ('month', interval '30 days'),
                     ('year', interval '365 days')) AS w (name, span)
  CROSS JOIN LATERAL ledger_play_since($1, c.now - w.span) AS p`;

/** $2 epoch ms. What was played since then or, where it is earlier, since the start of its slot. */
export const PLAY_SINCE = sql`
  SELECT p.staked, p.won, epoch_ms(s.since) AS since, epoch_ms(c.now) AS now
  FROM (SELECT house_clock() AS now) AS c
  CROSS JOIN LATERAL (
    SELECT ledger_slot(greatest(to_timestamp($2::bigint / 1000.0), c.now - interval '24 hours')) AS since
  ) AS s
  CROSS JOIN LATERAL ledger_play_since($1, s.since) AS p`;

/** $2 kind, $3 span. */
export const LIMIT = sql`
  SELECT amount, pending_amount, pending_from IS NOT NULL AS pending,
         coalesce(pending_from > house_clock(), false) AS waits, epoch_ms(pending_from) AS pending_from,
         coalesce(house_clock() >= pending_from + $4::int * interval '1 day', false) AS lapsed
  FROM play_limit WHERE player_id = $1 AND kind = $2 AND span = $3`;

/** Sets a limit at once: $2 kind, $3 span, $4 amount. */
export const SET = sql`
  INSERT INTO play_limit (player_id, kind, span, amount, changed) VALUES ($1, $2, $3, $4, house_clock())
  ON CONFLICT (player_id, kind, span) DO UPDATE
    SET amount = excluded.amount, pending_amount = NULL, pending_from = NULL, changed = excluded.changed`;

/** Lets a raise wait: $2 kind, $3 span, $4 amount or null, $5 hours, $6 whether its whole window passes first. */
export const ASK = sql`
  UPDATE play_limit SET pending_amount = $4,
    pending_from = house_clock()
      + greatest($5::int * interval '1 hour', CASE WHEN $6::boolean THEN play_span(span) ELSE interval '0' END)
  WHERE player_id = $1 AND kind = $2 AND span = $3`;

export const DROP_PENDING = sql`
  UPDATE play_limit SET pending_amount = NULL, pending_from = NULL WHERE player_id = $1 AND kind = $2 AND span = $3`;

/** $2 kind, $3 span, $4 what, $5 before, $6 after, $7 operator or null. */
export const ADD_CHANGE = sql`
  INSERT INTO play_limit_change (player_id, kind, span, what, before, after, operator_id, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, house_clock())`;

/** $2 until as epoch ms, or null for $3 days from now. No row if it ends too late or has passed. $4 longest in days. */
export const TIME_OUT = sql`
  WITH t AS (
    SELECT c.now, coalesce(to_timestamp($2::bigint / 1000.0), c.now + $3::int * interval '1 day') AS until
    FROM (SELECT house_clock() AS now) AS c
  )
  UPDATE play_guard g SET time_out_until = greatest(g.time_out_until, t.until),
    blocked_until = greatest(g.blocked_until, t.until)
  FROM t WHERE g.player_id = $1 AND t.until > t.now AND t.until <= t.now + $4::int * interval '1 day'
  RETURNING epoch_ms(t.now) AS since, epoch_ms(t.until) AS until`;

/** $2 months, $3 whether without an end. Play stays blocked until the player asks to return. */
export const EXCLUDE = sql`
  WITH t AS (
    SELECT c.now, CASE WHEN $3::boolean THEN 'infinity' ELSE c.now + $2::int * interval '1 month' END AS until
    FROM (SELECT house_clock() AS now) AS c
  )
  UPDATE play_guard g SET excluded_until = greatest(g.excluded_until, t.until), blocked_until = 'infinity'
  FROM t WHERE g.player_id = $1
  RETURNING epoch_ms(t.now) AS since, epoch_ms(least(t.until, ${END_OF_TIME})) AS until`;

/** Of these players ($1) the one who is excluded longest by their own word, if any still is. */
export const LONGEST_EXCLUSION = sql`
  SELECT p.id AS player, epoch_ms(least(t.until, ${END_OF_TIME})) AS until
  FROM player p CROSS JOIN LATERAL (SELECT play_excluded_until(p.id) AS until) AS t
  WHERE p.id = ANY ($1::bigint[]) AND t.until > house_clock() ORDER BY t.until DESC, p.id LIMIT 1`;

/** Excludes a player ($1) as long as another ($2) is. No row if that changes nothing. */
export const EXCLUDE_AS = sql`
  UPDATE play_guard mine SET excluded_until = t.until, blocked_until = 'infinity'
  FROM (SELECT play_excluded_until($2) AS until) AS t
  WHERE mine.player_id = $1 AND t.until > greatest(house_clock(), mine.excluded_until)
  RETURNING epoch_ms(house_clock()) AS since, epoch_ms(least(t.until, ${END_OF_TIME})) AS until`;

/** Of these players ($1) the one whose time-out is the longest, if any is on one. */
export const LONGEST_TIME_OUT = sql`
  SELECT player_id AS player FROM play_guard WHERE player_id = ANY ($1::bigint[]) AND time_out_until > house_clock()
  ORDER BY time_out_until DESC, player_id LIMIT 1`;

/** Gives a player ($1) the time-out of another ($2). No row if that changes nothing. */
export const TIME_OUT_AS = sql`
  UPDATE play_guard mine SET time_out_until = t.time_out_until, blocked_until = greatest(mine.blocked_until, t.time_out_until)
  FROM play_guard t
  WHERE mine.player_id = $1 AND t.player_id = $2 AND t.time_out_until > greatest(house_clock(), mine.time_out_until)
  RETURNING epoch_ms(house_clock()) AS since, epoch_ms(t.time_out_until) AS until`;

/** Who of these players ($1) is on a break that a person has taken, on any of their accounts. */
export const TAKEN = sql`
  SELECT p.player_id AS player FROM play_guard p WHERE p.player_id = ANY ($1::bigint[])
    AND (p.time_out_until > house_clock() OR play_excluded_until(p.player_id) > house_clock())`;

/** Blocks play until `LIFT_HOLD`, or a time-out ends, where something holds it. No row if it is blocked as long, or nothing does. */
export const HOLD = sql`
  UPDATE play_guard SET blocked_until = play_held_until($1)
  WHERE player_id = $1 AND blocked_until < play_held_until($1) RETURNING 1 AS done`;

/** Opens play to a player whom nothing holds any more, once their own time-out and the day after a return are over. */
export const LIFT_HOLD = sql`
  UPDATE play_guard SET blocked_until = greatest(time_out_until, excluded_until)
  WHERE player_id = $1 AND blocked_until < 'infinity' AND blocked_until > greatest(time_out_until, excluded_until)
    AND play_held_until($1) <= house_clock()
  RETURNING 1 AS done`;

/** Ends an exclusion whose time is over, after another $2 hours. No row if there is none. */
export const RETURN = sql`
  WITH t AS (SELECT c.now, c.now + $2::int * interval '1 hour' AS until FROM (SELECT house_clock() AS now) AS c)
  UPDATE play_guard g SET excluded_until = t.until, blocked_until = greatest(t.until, g.time_out_until, play_held_until($1))
  FROM t WHERE g.player_id = $1 AND g.blocked_until = 'infinity' AND g.excluded_until <= t.now
  RETURNING epoch_ms(t.now) AS since, epoch_ms(t.until) AS until`;

/** $2 kind, $3 and $4 epoch ms, $5 operator or null, $6 reason. */
export const ADD_BREAK = sql`
  INSERT INTO play_break (player_id, kind, since, until, operator_id, reason)
  VALUES ($1, $2, to_timestamp($3::bigint / 1000.0), to_timestamp($4::bigint / 1000.0), $5, $6)`;

/** $2 minutes. */
export const SET_REALITY_CHECK = sql`UPDATE play_guard SET reality_check_minutes = $2 WHERE player_id = $1`;

/** Replaces what the rules ask of the pace of play: $1 minutes until a check, $2 minutes of the pause; null for nothing. */
export const SET_PACE = sql`
  WITH asked AS (SELECT $1::int AS check_minutes, $2::int AS pause_minutes WHERE $2::int IS NOT NULL),
  gone AS (DELETE FROM play_pace WHERE NOT EXISTS (SELECT FROM asked))
  INSERT INTO play_pace (check_minutes, pause_minutes) SELECT * FROM asked
  ON CONFLICT (only_one) DO UPDATE SET check_minutes = excluded.check_minutes, pause_minutes = excluded.pause_minutes`;

/** When the player's check is due, and until when a running pause lasts. No row where the rules ask for none. */
export const PAUSE = sql`
  SELECT CASE WHEN g.check_at < 'infinity' AND g.play_seen > c.now - play_away() THEN epoch_ms(g.check_at) END AS check_at,
         g.check_at <= c.now AND g.play_seen > c.now - play_away() AS waits,
         epoch_ms(nullif(greatest(
           CASE WHEN g.pause_until > c.now THEN g.pause_until END,
           CASE WHEN g.check_at <= c.now AND g.check_at + p.pause_minutes * interval '1 minute' > c.now
                 AND g.play_seen > c.now - play_away()
             THEN g.check_at + p.pause_minutes * interval '1 minute' END), 'infinity')) AS pause_until
  FROM play_pace p, play_guard g, (SELECT house_clock() AS now) AS c WHERE g.player_id = $1`;

export const ANSWER_CHECK = sql`SELECT play_answer_check($1, house_clock())`;

/** When the player last set a deposit limit or said that they are right, and when the player came. */
export const REVIEW = sql`
  SELECT epoch_ms(house_clock()) AS now, epoch_ms(p.created) AS created, epoch_ms(greatest(
    (SELECT g.limits_reviewed FROM play_guard g WHERE g.player_id = p.id),
    (SELECT max(c.at) FROM play_limit_change c WHERE c.player_id = p.id AND c.kind = 'deposit' AND c.operator_id IS NULL)
  )) AS reviewed
  FROM player p WHERE p.id = $1`;

export const SET_REVIEWED = sql`UPDATE play_guard SET limits_reviewed = house_clock() WHERE player_id = $1`;

/** Tells the player's open windows; $2 the payload. */
export const TELL = sql`INSERT INTO live_event (player_id, event, payload) VALUES ($1, 'limits', $2::json)`;

/** What binds a recharge. `room` is what the deposit limits leave; null without one. */
export const RECHARGE_ROOM = sql`
  SELECT EXISTS (SELECT FROM play_guard g WHERE g.player_id = $1 AND g.blocked_until > c.now) AS blocked,
         l.room, l.limits
  FROM (SELECT house_clock() AS now) AS c
  CROSS JOIN LATERAL (
    SELECT min(p.amount - p.used)::bigint AS room, count(p.amount)::int AS limits
    FROM play_limits_of($1, c.now) AS p WHERE p.kind = 'deposit'
  ) AS l`;

/** What the deposit limits leave of players ($1); null without one. */
export const DEPOSIT_ROOMS = sql`
  SELECT g.player_id, (
    SELECT min(p.amount - p.used)::bigint FROM play_limits_of(g.player_id, house_clock()) AS p WHERE p.kind = 'deposit'
  ) AS room
  FROM unnest($1::bigint[]) AS g (player_id)`;

/** Whether nothing that may tempt to play is to reach the player: on a break, or because of markers of harm. */
export const SHIELDED = sql`SELECT play_shielded($1) AS shielded`;

/** Marks of totals that no window needs any more: $1 the last player done, $2 players at once. */
export const FORGET_MARKS = sql`SELECT ledger_forget_marks($1, $2) AS last`;

/** Players whose other accounts are to be compared since $1 milliseconds or more, at most $2. */
export const TO_COMPARE = sql`
  SELECT player_id FROM person_to_compare WHERE since <= house_clock() - $1::int * interval '1 millisecond'
  ORDER BY since LIMIT $2`;

/** The newest change after which the other accounts of a player ($1) are to be compared. */
export const COMPARE_MARK = sql`SELECT mark FROM person_to_compare WHERE player_id = $1`;

/** They were compared: $1 player, $2 the change. */
export const COMPARED = sql`DELETE FROM person_to_compare WHERE player_id = $1 AND mark = $2`;
