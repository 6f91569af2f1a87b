import { sql } from "../../db/database.ts";

/** 32 zero bytes: what the first link follows. */
const BEGINNING = sql`decode(repeat('00', 32), 'hex')`;

/**
 * The first broken line of the chain: its number, its place, and what is wrong with it. No row if all hold. A line that was removed
 * with its link is named by its place.
 */
export const FIRST_BROKEN = sql`
  WITH link AS (
    SELECT place, id, hash, coalesce(lag(hash) OVER w, ${BEGINNING}) AS before, coalesce(lag(place) OVER w, 0) + 1 AS wanted
    FROM audit_link WINDOW w AS (ORDER BY place)
  ), wrong AS (
    SELECT CASE WHEN l.place <> l.wanted THEN l.wanted ELSE l.place END AS place,
           CASE WHEN l.place = l.wanted THEN l.id END AS id,
           CASE WHEN l.place <> l.wanted OR a.id IS NULL THEN 'removed' ELSE 'changed' END AS why
    FROM link l LEFT JOIN audit_log a ON a.id = l.id
    WHERE l.place <> l.wanted OR a.id IS NULL OR l.hash <> audit_hash(l.before, a)
    UNION ALL
    SELECT NULL, a.id, 'added' FROM audit_log a WHERE NOT EXISTS (SELECT FROM audit_link l WHERE l.id = a.id)
    UNION ALL
    SELECT h.size, NULL, 'removed' FROM audit_head h
    WHERE h.hash <> coalesce((SELECT hash FROM audit_link ORDER BY place DESC LIMIT 1), ${BEGINNING})
       OR h.size <> (SELECT count(*) FROM audit_link)
  )
  SELECT place, id, why FROM wrong ORDER BY place NULLS LAST, id LIMIT 1`;

/**
 * The first entry of the public log that tells of another chain than this one: of one that was longer, or whose line at this place
 * had another hash. No row if all hold.
 */
export const FIRST_UNLIKE_LOGGED = sql`
  SELECT e.size AS place, l.id, 'rewritten' AS why
  FROM (
    SELECT (body::json ->> 'size')::bigint AS size, decode(body::json ->> 'head', 'hex') AS hash
    FROM log_entry WHERE type = 'audit' AND game IS NULL
  ) AS e LEFT JOIN audit_link l ON l.place = e.size
  WHERE e.hash <> CASE e.size WHEN 0 THEN ${BEGINNING} ELSE coalesce(l.hash, '') END
  ORDER BY e.size LIMIT 1`;

/** The end of the chain, and what the public log told of it last. */
export const CHAIN_END = sql`
  SELECT h.size, encode(h.hash, 'hex') AS head, (e.body::json ->> 'size')::bigint AS logged_size,
         (e.body::json ->> 'at')::bigint AS logged_at, e.index AS logged_index
  FROM audit_head h LEFT JOIN LATERAL (
    SELECT body, index FROM log_entry
    WHERE type = 'audit' AND game IS NULL AND log = (SELECT log FROM log_head) ORDER BY index DESC LIMIT 1
  ) AS e ON true`;
