import { sql } from "../db/database.ts";

/** Up to $5 tokens of the bucket of $2 in the class $1, which fills with $3 a second up to $4. */
export const LEND = sql`SELECT given, wait_ms FROM rate_take($1, $2, $3::float8, $4::float8, $5::int, false)`;

/** The same, into debt. */
export const CHARGE = sql`SELECT given, wait_ms FROM rate_take($1, $2, $3::float8, $4::float8, $5::int, true)`;

/** Deletes full buckets of the classes $1, with their rates $2 and bursts $3; returns how many. */
export const FORGET = sql`SELECT rate_forget($1::text[], $2::float8[], $3::float8[]) AS forgotten`;

export const IS_EMPTY = sql`SELECT NOT EXISTS (SELECT FROM rate_bucket) AS empty`;
