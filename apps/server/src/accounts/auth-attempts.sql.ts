import { sql } from "../db/database.ts";

/** Adds the rows of new subjects, so that they can be locked. */
export const MEET_SUBJECTS = sql`
  INSERT INTO entry_try (subject, tries, last, blocked_until)
  SELECT subject, 0, clock.now, clock.now
  FROM unnest($1::text[]) AS subject, (SELECT house_clock() AS now) clock
  ORDER BY subject
  ON CONFLICT DO NOTHING`;

/** Locks in one order, so that two transactions cannot deadlock. */
export const LOCK_SUBJECTS = sql`
  SELECT subject FROM entry_try WHERE subject = ANY ($1::text[]) ORDER BY subject FOR UPDATE`;

export const READ_SUBJECTS = sql`
  SELECT subject, tries, epoch_ms(clock.now) - epoch_ms(last) AS quiet_ms,
         greatest(0, epoch_ms(blocked_until) - epoch_ms(clock.now)) AS blocked_ms
  FROM entry_try, (SELECT house_clock() AS now) clock
  WHERE subject = ANY ($1::text[])`;

export const COUNT_TRIES = sql`
  UPDATE entry_try SET tries = new.tries, last = clock.now,
                       blocked_until = clock.now + new.delay_ms * interval '1 millisecond'
  FROM unnest($1::text[], $2::int[], $3::int[]) AS new (subject, tries, delay_ms), (SELECT house_clock() AS now) clock
  WHERE entry_try.subject = new.subject`;

export const CLEAR_SUBJECTS = sql`DELETE FROM entry_try WHERE subject = ANY ($1::text[])`;

/**
 * Takes one attempt back from shared subjects: $2 is their count, that attempt included. The delay it caused ends; a
 * delay that a later attempt caused stays.
 */
export const TAKE_BACK = sql`
  UPDATE entry_try SET tries = greatest(0, entry_try.tries - 1),
                       blocked_until = CASE WHEN entry_try.tries = mine.tries THEN house_clock() ELSE blocked_until END
  FROM unnest($1::text[], $2::int[]) AS mine (subject, tries)
  WHERE entry_try.subject = mine.subject`;

export const FORGET_OLD = sql`DELETE FROM entry_try WHERE last < house_clock() - interval '2 days'`;
