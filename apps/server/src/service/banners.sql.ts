import { sql } from "../db/database.ts";

/** The statements of banners. */

/** $1 language. */
export const SHOWN = sql`
  SELECT id, title, words, drawing, picture, link FROM banner, (SELECT house_clock() AS at) AS clock
  WHERE removed IS NULL AND NOT hidden AND (locale IS NULL OR locale = $1)
    AND (shown_from IS NULL OR shown_from <= at) AND (shown_to IS NULL OR at < shown_to)
  ORDER BY position, id LIMIT 12`;

const ROW = sql`
  SELECT id, locale, title, words, drawing, picture, link, position, epoch_ms(shown_from) AS shown_from,
         epoch_ms(shown_to) AS shown_to, hidden, operator_id, epoch_ms(created) AS created
  FROM banner WHERE removed IS NULL`;

/** $1 ids below or null, $2 rows. */
export const ALL = sql`${ROW} AND ($1::bigint IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`;

/** $1 id. */
export const ONE = sql`${ROW} AND id = $1`;

/**
 * $1 language, $2 title, $3 words, $4 drawing, $5 picture, $6 link, $7 position, $8 from, $9 to, $10 operator, $11
 * whether it is hidden.
 */
export const ADD = sql`
  INSERT INTO banner (locale, title, words, drawing, picture, link, position, shown_from, shown_to, operator_id, hidden,
                      created)
  VALUES ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::bigint / 1000.0), to_timestamp($9::bigint / 1000.0), $10, $11,
          house_clock())
  RETURNING id`;

/** As ADD, with $12 the id. */
export const CHANGE = sql`
  UPDATE banner SET locale = $1, title = $2, words = $3, drawing = $4, picture = $5, link = $6, position = $7,
    shown_from = to_timestamp($8::bigint / 1000.0), shown_to = to_timestamp($9::bigint / 1000.0), operator_id = $10, hidden = $11
  WHERE id = $12 AND removed IS NULL RETURNING id`;

export const REMOVE = sql`
  UPDATE banner SET removed = house_clock(), operator_id = $2 WHERE id = $1 AND removed IS NULL RETURNING id`;
