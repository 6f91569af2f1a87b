import { sql } from "../db/database.ts";

/*
 * The statements of chases. What moves money is in functions of the migrations, since its steps must be atomic.
 */

/**
 * What is known under the lock of the player's cash, $1: how many chases are going on, and what binds a stake. $2 game and $3
 * number of the first period.
 */
export const BEFORE_BEGIN = sql`
  SELECT (SELECT count(*) FROM chase_progress WHERE player_id = $1 AND next_period IS NOT NULL)::int AS running,
         l.staked, l.won, g.blocked[1] AS blocked, g.stake_ceiling[1] AS stake_ceiling, g.loss_ceiling[1] AS loss_ceiling,
         money_stopped() AS stopped, p.state, p.close_at > c.now AS in_time
  FROM (SELECT house_clock() AS now) AS c
  CROSS JOIN ledger_lock_cash(ARRAY[$1::bigint]) AS l
  CROSS JOIN LATERAL play_guards(ARRAY[$1::bigint], c.now) AS g
  LEFT JOIN period p ON p.game = $2 AND p.period_no = $3`;

/**
 * $1 player, $2 game, $3 lines, $4 periods, $5 multiples, $6 stake of a period, $7 of all, $8 stop on win, $9 at a profit, $10 at
 * a loss, $11 version of the odds.
 */
export const ADD = sql`
  WITH servers AS (SELECT chase_needs_servers()), added AS (
    INSERT INTO chase (id, player_id, created, game, lines, periods, multiples, stake, held, stop_on_win, stop_profit, stop_loss)
    SELECT dated_id(c.at, nextval('chase_number')), $1::bigint, c.at, $2::text, $3, $4::text[], $5::int[], $6, $7, $8, $9, $10
    FROM (SELECT house_clock() AS at) AS c, servers
    RETURNING id, player_id, game, periods
  )
  INSERT INTO chase_progress (chase_id, player_id, game, next_period, odds_version)
  SELECT id, player_id, game, periods[1], $11::int FROM added
  RETURNING chase_id AS id`;

/** Tells player $1 their balance. */
export const TELL_BALANCE = sql`
  SELECT tell_balances(ARRAY[l.player], ARRAY[l.balance]) FROM ledger_lock_cash(ARRAY[$1::bigint]) AS l`;

/** $1 players, $2 chases. */
export const TELL = sql`SELECT tell_chases($1::bigint[], $2::bigint[])`;

/** $1 chases, $2 why, $3 what came back of the bets whose results decided it, or null. */
export const END = sql`SELECT chase_end($1::bigint[], $2::text[], $3::bigint[]) AS ended`;

/** The state of chase $2 of player $1, under the lock of the player's cash. */
export const OWN_PROGRESS = sql`
  SELECT g.game, g.next_period, g.asks_version, c.held - g.released AS rest, money_stopped() AS stopped
  FROM chase_progress g JOIN chase c ON c.id = g.chase_id WHERE g.player_id = $1 AND g.chase_id = $2`;

/** Agrees to odds: $1 player, $2 chase, $3 version, $4 the lunar year whose animals are agreed to, or null. */
export const AGREE = sql`
  UPDATE chase_progress SET odds_version = $3, asks_version = NULL, agreed_year = coalesce($4::int, agreed_year)
  WHERE player_id = $1 AND chase_id = $2 AND next_period IS NOT NULL RETURNING game`;

/** Games in which something may be due: $1 games, $2 the periods that draw next, $3 version of the odds of now. */
export const STIRRING = sql`
  SELECT w.game FROM unnest($1::text[], $2::text[]) AS w (game, current)
  WHERE EXISTS (
    SELECT FROM chase_progress g WHERE g.game = w.game AND g.next_period <= w.current
      AND (g.next_period < w.current OR g.asks_version IS DISTINCT FROM $3::int))`;

/** $1 game, $2 rows. */
export const RESULTS = sql`SELECT chase_id, awaits, back, stop FROM chase_results($1, $2)`;

/** Chases that go on after a result: $1 chases, $2 the periods they awaited, $3 what came back. */
export const GO_ON = sql`
  UPDATE chase_progress g SET awaits = NULL, awaits_place = NULL, paid = g.paid + w.back
  FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS w (chase, awaits, back)
  WHERE g.chase_id = w.chase AND g.awaits = w.awaits AND g.next_period IS NOT NULL`;

/** Chases of game $1 whose next period is before $2: until which place of the plan, and why it was not placed. $3 rows. */
export const PASSED = sql`
  SELECT g.chase_id, u.upto, CASE
    WHEN p.state IS NULL OR p.state IN ('voided', 'skipped') THEN 'no-sale'
    WHEN g.asks_version IS NOT NULL THEN 'odds-changed'
    WHEN g.awaits IS NOT NULL THEN 'result-late' ELSE 'missed' END AS why
  FROM (
    SELECT * FROM chase_progress WHERE game = $1 AND next_period < $2 ORDER BY next_period LIMIT $3
  ) AS g
  JOIN chase c ON c.id = g.chase_id
  CROSS JOIN LATERAL (
    SELECT max(n.place)::int AS upto FROM unnest(c.periods) WITH ORDINALITY AS n (period, place)
    WHERE n.place >= g.next_place AND n.period < $2
  ) AS u
  LEFT JOIN period p ON p.game = g.game AND p.period_no = g.next_period`;

/** $1 chases, $2 last places, $3 why. */
export const SKIP = sql`SELECT chase_skip($1::bigint[], $2::int[], $3::text[]) AS skipped`;

const DUE_ROW = sql`
  SELECT g.chase_id AS id, g.player_id, g.next_place AS place, g.next_period AS period_no, g.odds_version, g.asks_version,
         g.agreed_year, c.periods[1] AS first_period,
         c.lines, c.multiples[g.next_place] AS multiple, y.status
  FROM chase_progress g JOIN chase c ON c.id = g.chase_id JOIN player y ON y.id = g.player_id`;

/**
 * Bets of chases that are due in period $2 of game $1, from the chase after $4 on in the order of ids. Who asks about the odds
 * of now, $3, waits for an answer. $5 rows.
 */
export const DUE = sql`
  ${DUE_ROW}
  WHERE g.game = $1 AND g.next_period = $2 AND g.awaits IS NULL AND g.asks_version IS DISTINCT FROM $3::int
    AND g.chase_id > $4 ORDER BY g.chase_id LIMIT $5`;

/** Has chases ask about odds: $1 chases, $2 version. `is_new` where nothing was asked before. */
export const ASK = sql`
  WITH asked AS (
    SELECT chase_id, asks_version IS NULL AS is_new FROM chase_progress
    WHERE chase_id = ANY ($1::bigint[]) AND next_period IS NOT NULL AND asks_version IS DISTINCT FROM $2::int
    ORDER BY chase_id FOR NO KEY UPDATE
  )
  UPDATE chase_progress g SET asks_version = $2 FROM asked a WHERE g.chase_id = a.chase_id
  RETURNING g.chase_id, g.player_id, g.game, g.next_period, a.is_new`;

/** Chases with what the messages of their end say. $1 chases. */
export const ENDED = sql`
  SELECT g.chase_id, g.player_id, g.game, g.why, c.held - g.staked AS returned
  FROM chase_progress g JOIN chase c ON c.id = g.chase_id WHERE g.chase_id = ANY ($1::bigint[]) AND g.ended IS NOT NULL`;

const RECORD = sql`
  SELECT c.id, epoch_ms(c.created) AS created, c.game, c.lines, cardinality(c.periods) AS periods,
         c.periods[1] AS first_period, c.periods[cardinality(c.periods)] AS last_period, c.held, c.stop_on_win,
         c.stop_profit, c.stop_loss, g.next_place, g.next_period, g.odds_version, g.asks_version, g.agreed_year, g.placed, g.staked,
         c.held - g.released AS rest, epoch_ms(g.ended) AS ended, g.why, w.payout, w.refund
  FROM chase c JOIN chase_progress g ON g.chase_id = c.id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(b.payout), 0)::bigint AS payout,
           coalesce(sum(coalesce(b.refund, 0) + coalesce(x.refund, 0)), 0)::bigint AS refund
    FROM chase_step s CROSS JOIN LATERAL unnest(s.orders) AS o (id)
    LEFT JOIN LATERAL (SELECT * FROM bet_win WHERE player_id = c.player_id AND order_id = o.id LIMIT 1) AS b ON true
    LEFT JOIN LATERAL (SELECT * FROM bet_cancellation WHERE player_id = c.player_id AND order_id = o.id LIMIT 1) AS x ON true
    WHERE s.chase_id = c.id AND s.orders IS NOT NULL
  ) AS w`;

/** $1 player, $2 game or null, $3 'running', 'ended' or null, $4 only lower ids or null, $5 rows. */
export const LIST = sql`
  ${RECORD}
  WHERE c.player_id = $1 AND ($2::text IS NULL OR c.game = $2)
    AND ($3::text IS NULL OR ($3 = 'ended') = (g.ended IS NOT NULL)) AND ($4::bigint IS NULL OR c.id < $4)
  ORDER BY c.id DESC LIMIT $5`;

/** $1 player, $2 chase. */
export const ONE = sql`${RECORD} WHERE c.player_id = $1 AND c.id = $2`;

/** The plan of chase $2 of player $1 after place $3, $4 rows, with what became of it. */
export const STEPS = sql`
  SELECT n.place::int AS place, n.period AS period_no, n.multiple, c.stake * n.multiple AS stake, s.chase_id IS NOT NULL AS came,
         s.why, s.orders, g.ended IS NOT NULL AS over,
         p.state = 'settled' OR p.state = 'voided' AND p.settled_at IS NOT NULL AS decided, w.payout, w.refund
  FROM chase c JOIN chase_progress g ON g.chase_id = c.id
  CROSS JOIN LATERAL unnest(c.periods, c.multiples) WITH ORDINALITY AS n (period, multiple, place)
  LEFT JOIN chase_step s ON s.chase_id = c.id AND s.place = n.place
  LEFT JOIN period p ON p.game = c.game AND p.period_no = n.period AND s.orders IS NOT NULL
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(b.payout), 0)::bigint AS payout,
           coalesce(sum(coalesce(b.refund, 0) + coalesce(x.refund, 0)), 0)::bigint AS refund
    FROM unnest(s.orders) AS o (id)
    LEFT JOIN LATERAL (SELECT * FROM bet_win WHERE player_id = c.player_id AND order_id = o.id LIMIT 1) AS b ON true
    LEFT JOIN LATERAL (SELECT * FROM bet_cancellation WHERE player_id = c.player_id AND order_id = o.id LIMIT 1) AS x ON true
  ) AS w ON s.orders IS NOT NULL
  WHERE c.player_id = $1 AND c.id = $2 AND n.place > $3::int ORDER BY n.place LIMIT $4`;
