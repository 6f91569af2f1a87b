import { sql } from "../db/database.ts";

/**
 * Takes tokens from many buckets, in one order for all servers: element i of each array is the class, the subject, the pace a
 * second, the burst, how many tokens, and whether into debt.
 */
export const TAKE = sql`
  SELECT q.place::int AS place, t.given, t.wait_ms
  FROM (
    SELECT * FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[], $5::int[], $6::boolean[]) WITH ORDINALITY
      AS u (class, subject, per_second, burst, tokens, into_debt, place)
    ORDER BY class, subject, place
  ) AS q CROSS JOIN LATERAL rate_take(q.class, q.subject, q.per_second, q.burst, q.tokens, q.into_debt) AS t`;

/** Deletes full buckets of the classes $1, with their rates $2 and bursts $3; returns how many. */
export const FORGET = sql`SELECT rate_forget($1::text[], $2::float8[], $3::float8[]) AS forgotten`;

export const IS_EMPTY = sql`SELECT NOT EXISTS (SELECT FROM rate_bucket) AS empty`;
