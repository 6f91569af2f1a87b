import { sql } from "../db/database.ts";

/** Which of these origins are known and not older than $2 days. */
export const FIND = sql`
  SELECT origin FROM known_origin
  WHERE origin = ANY ($1::bytea[]) AND seen > house_clock() - $2::int * interval '1 day'`;

/** $1 origins, $2 their account. */
export const REMEMBER = sql`
  INSERT INTO known_origin (origin, account, seen)
  SELECT origin, $2, clock.now FROM unnest($1::bytea[]) AS origin, (SELECT house_clock() AS now) clock
  ORDER BY origin
  ON CONFLICT (origin) DO UPDATE SET seen = excluded.seen`;

/** Deletes all but the latest $2 of an account. */
export const KEEP_LATEST = sql`
  DELETE FROM known_origin WHERE origin IN (
    SELECT origin FROM known_origin WHERE account = $1 ORDER BY seen DESC, origin OFFSET $2::int)`;

export const FORGET_ACCOUNT = sql`DELETE FROM known_origin WHERE account = $1`;

export const FORGET_OLD = sql`DELETE FROM known_origin WHERE seen < house_clock() - $1::int * interval '1 day'`;
