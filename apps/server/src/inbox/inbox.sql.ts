import { sql } from "../db/database.ts";

/** The statements of the inbox. In those that read, $1 is the player and $2 the reader's language. */

/** $1 players, $2 their templates, $3 the values as JSON texts, $4 the templates that nobody who is shielded gets. */
export const SEND = sql`
  WITH due AS MATERIALIZED (
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[]) AS m (player, template, detail)
    WHERE NOT (m.template = ANY ($4::text[]) AND play_shielded(m.player))
  ), added AS (
    INSERT INTO message (player_id, template, detail, created)
    SELECT m.player, m.template, m.detail::jsonb, house_clock() FROM due AS m
  )
  INSERT INTO live_event (player_id, event, payload)
  SELECT DISTINCT player, 'message', '{"spreadMs":0}'::jsonb FROM due`;

/** $1 the players concerned, or null for everybody, who then poll within $2 milliseconds. */
export const TELL = sql`
  INSERT INTO live_event (player_id, event, payload)
  SELECT player, 'message', jsonb_build_object('spreadMs', $2::int)
  FROM unnest(coalesce($1::bigint[], ARRAY[NULL::bigint])) AS player`;

/** Announcements to everybody that this reader sees. A message is hidden from players who registered later. */
const OF_EVERYBODY = sql`
  FROM announcement a
  JOIN player p ON p.id = $1
  LEFT JOIN inbox_mark k ON k.player_id = $1 AND k.tab = a.tab
  WHERE NOT a.addressed AND a.withdrawn IS NULL AND (a.locale IS NULL OR a.locale = $2)
    AND (a.shown_until IS NULL OR house_clock() < a.shown_until)
    AND (a.tab = 'notice' OR a.created >= p.created)
    -- Not to players on a break or with markers of harm.
    AND NOT play_shielded($1)`;

/** Notices from before the registration count as read. */
const IS_READ = sql`
  (a.created < p.created OR a.id <= coalesce(k.read_to, 0) OR EXISTS (
    SELECT FROM announcement_read r WHERE r.player_id = $1 AND r.announcement_id = a.id))`;

const OF_PLAYER = sql`
  FROM message m
  LEFT JOIN announcement a ON a.id = m.announcement_id
  WHERE m.player_id = $1
    AND (a.id IS NULL OR a.withdrawn IS NULL AND (a.locale IS NULL OR a.locale = $2))`;

/** $3 ids below or null, $4 rows. */
export const NOTICES = sql`
  SELECT a.id, NULL AS template, NULL AS detail, a.texts, epoch_ms(a.created) AS created, ${IS_READ} AS read
  ${OF_EVERYBODY} AND a.tab = 'notice' AND ($3::bigint IS NULL OR a.id < $3) ORDER BY a.id DESC LIMIT $4`;

/** $3 ids below or null, $4 rows. */
export const MESSAGES = sql`
  SELECT * FROM (
    (SELECT m.id, m.template, m.detail, a.texts, epoch_ms(m.created) AS created, m.read_at IS NOT NULL AS read
     ${OF_PLAYER} AND ($3::bigint IS NULL OR m.id < $3) ORDER BY m.id DESC LIMIT $4)
    UNION ALL
    (SELECT a.id, NULL, NULL, a.texts, epoch_ms(a.created), ${IS_READ}
     ${OF_EVERYBODY} AND a.tab = 'message' AND ($3::bigint IS NULL OR a.id < $3) ORDER BY a.id DESC LIMIT $4)
  ) AS both_kinds ORDER BY id DESC LIMIT $4`;

/** Number of unread items in each tab. */
export const UNREAD = sql`
  SELECT notice, (message + (SELECT count(*) ${OF_PLAYER} AND m.read_at IS NULL))::int AS message
  FROM (
    SELECT (count(*) FILTER (WHERE a.tab = 'notice'))::int AS notice,
           (count(*) FILTER (WHERE a.tab = 'message')) AS message
    ${OF_EVERYBODY} AND NOT ${IS_READ}
  ) AS of_everybody`;

/** $1 player, $2 ids. */
export const READ_MESSAGES = sql`
  UPDATE message SET read_at = house_clock() WHERE player_id = $1 AND id = ANY ($2::bigint[]) AND read_at IS NULL
  RETURNING id`;

/** $1 player, $2 ids. */
export const READ_ANNOUNCEMENTS = sql`
  INSERT INTO announcement_read (player_id, announcement_id)
  SELECT $1, id FROM announcement WHERE id = ANY ($2::bigint[]) AND NOT addressed
  ON CONFLICT DO NOTHING RETURNING announcement_id AS id`;

export const READ_ALL_MESSAGES = sql`
  UPDATE message SET read_at = house_clock() WHERE player_id = $1 AND read_at IS NULL RETURNING id`;

/** $1 player, $2 tab. Announcements commit in the order of their ids, so none below the watermark can appear later. */
export const MARK_ALL = sql`
  INSERT INTO inbox_mark (player_id, tab, read_to)
  SELECT $1, $2, max(id) FROM announcement WHERE tab = $2 AND NOT addressed HAVING max(id) IS NOT NULL
  ON CONFLICT (player_id, tab) DO UPDATE SET read_to = excluded.read_to WHERE inbox_mark.read_to < excluded.read_to
  RETURNING read_to AS id`;

/** Deletes single read marks below the watermark. $1 player, $2 tab. */
export const FORGET_MARKED = sql`
  DELETE FROM announcement_read r USING announcement a, inbox_mark k
  WHERE r.player_id = $1 AND a.id = r.announcement_id AND a.tab = $2
    AND k.player_id = $1 AND k.tab = $2 AND a.id <= k.read_to`;
