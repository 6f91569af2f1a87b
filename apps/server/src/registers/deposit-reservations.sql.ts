import { sql } from "../db/database.ts";

/** Statements of what the deposit register holds for recharges. */

/** The reservation that the same request is asking for just now. $1 player, $2 key, $3 amount. */
export const SAME = sql`
  SELECT recharge_id, month FROM deposit_reservation
  WHERE player_id = $1 AND key = $2 AND amount = $3 AND state = 'asked'`;

/** $1 player, $2 amount, $3 key or null, $4 time zone. Returns no row if another request with this key was quicker. */
export const ADD = sql`
  WITH clock AS MATERIALIZED (SELECT house_clock() AS at)
  INSERT INTO deposit_reservation (recharge_id, player_id, amount, month, key, asked)
  SELECT dated_id(at, nextval('money_order_number')), $1, $2::bigint, to_char(at AT TIME ZONE $4, 'YYYY-MM'), $3, at
  FROM clock
  ON CONFLICT DO NOTHING RETURNING recharge_id, month`;

/** The register holds nothing of it. $1 order. */
export const FORGET = sql`DELETE FROM deposit_reservation WHERE recharge_id = $1 AND state = 'asked'`;

/** Nobody knows whether the register holds it, and nobody needs it. $1 order. */
export const GIVE_BACK = sql`
  UPDATE deposit_reservation
  SET state = 'released', step = step + 1, ended = house_clock(), next_try = house_clock()
  WHERE recharge_id = $1 AND state = 'asked'`;

/** The recharge comes to be. Returns no row if the reservation was given back. $1 order. */
export const USE = sql`
  UPDATE deposit_reservation SET state = 'held', ordered = true
  WHERE recharge_id = $1 AND state = 'asked' RETURNING recharge_id`;

/** How a recharge has ended: the outbox of the register. Nothing where none was reserved. $1 order, $2 state, $3 amount. */
export const END = sql`
  UPDATE deposit_reservation
  SET state = $2, amount = $3, step = step + 1, ended = house_clock(), next_try = house_clock(), tries = 0
  WHERE recharge_id = $1 AND state <> $2 AND state <> 'asked'`;

/** Requests that ended without a recharge, as by a crash; also those of a clock that was ahead. $1 seconds. */
export const ABANDON = sql`
  UPDATE deposit_reservation
  SET state = 'released', step = step + 1, ended = house_clock(), next_try = house_clock()
  WHERE state = 'asked'
    AND asked NOT BETWEEN house_clock() - $1::int * interval '1 second' AND house_clock() + $1::int * interval '1 second'`;

/**
 * Ends that are to be sent now, each by one server: the next try is set before it is sent, later each time. $1 rows,
 * $2 the longest wait in seconds.
 */
export const TAKE_UNTOLD = sql`
  UPDATE deposit_reservation r
  SET tries = r.tries + 1, next_try = house_clock() + least($2::int, 2 ^ least(r.tries, 20)) * interval '1 second'
  FROM (
    SELECT recharge_id FROM deposit_reservation
    -- Or one that a clock ahead has put off longer than any wait.
    WHERE step > told AND (next_try <= house_clock() OR next_try > house_clock() + $2::int * interval '1 second')
    ORDER BY next_try LIMIT $1 FOR UPDATE SKIP LOCKED
  ) due
  WHERE r.recharge_id = due.recharge_id
  RETURNING r.recharge_id, r.state, r.step, r.amount`;

/** $1 order, $2 step. What never became a recharge is forgotten. */
export const TOLD = sql`
  UPDATE deposit_reservation SET told = greatest(told, $2) WHERE recharge_id = $1`;
export const FORGET_UNUSED = sql`
  DELETE FROM deposit_reservation WHERE recharge_id = $1 AND NOT ordered AND state = 'released' AND step = told`;

/** Seconds since the oldest end that the register has not acknowledged; 0 without any. */
export const BEHIND = sql`
  SELECT coalesce(extract(epoch FROM house_clock() - min(ended)), 0)::float8 AS seconds
  FROM deposit_reservation WHERE step > told`;
