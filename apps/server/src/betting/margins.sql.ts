import { sql } from "../db/database.ts";

/** Serializes publishing: until the transaction ends, no other odds, plan or opened game can be published. */
export const LOCK = sql`SELECT pg_advisory_xact_lock($1)`;

/** The sum of the rates of each plan that is or will be in force; no row before the first plan. $1 time zone. */
export const PLAN_SUMS = sql`
  SELECT p.rebate + coalesce((SELECT sum(rate) FROM unnest(p.levels) AS rate), 0)::int AS sum
  FROM commission_plan p
  WHERE p.id = (SELECT id FROM plan_of((house_clock() AT TIME ZONE $1)::date))
     OR (p.from_day > (house_clock() AT TIME ZONE $1)::date
         AND NOT EXISTS (SELECT FROM commission_plan l WHERE l.from_day = p.from_day AND l.id > p.id))`;

export const CLOSED_GAMES = sql`SELECT game FROM game_setting WHERE NOT open`;
