import { sql } from "../db/database.ts";

/** Uses of subjects whose window is still open. */
export const READ = sql`
  SELECT subject, used, epoch_ms(ends) - epoch_ms(clock.now) AS left_ms
  FROM quota_use, (SELECT house_clock() AS now) clock
  WHERE subject = ANY ($1::text[]) AND ends > clock.now`;

/** Opens the windows of $1 that are not open, for $2 milliseconds, and locks all of them in one order. */
export const OPEN = sql`
  INSERT INTO quota_use AS kept (subject, ends, used)
  SELECT subject, clock.now + window_ms * interval '1 millisecond', 0
  FROM unnest($1::text[], $2::bigint[]) AS wanted (subject, window_ms), (SELECT house_clock() AS now) clock
  ORDER BY subject
  ON CONFLICT (subject) DO UPDATE SET
    used = CASE WHEN kept.ends <= house_clock() THEN 0 ELSE kept.used END,
    ends = CASE WHEN kept.ends <= house_clock() THEN excluded.ends ELSE kept.ends END
  RETURNING subject, used, epoch_ms(ends) - epoch_ms(house_clock()) AS left_ms`;

export const USE = sql`UPDATE quota_use SET used = used + 1 WHERE subject = ANY ($1::text[])`;

export const GIVE_BACK = sql`
  UPDATE quota_use SET used = greatest(0, used - 1) WHERE subject = ANY ($1::text[])`;

export const FORGET_OLD = sql`DELETE FROM quota_use WHERE ends < house_clock()`;
