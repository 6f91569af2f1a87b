import { sql } from "../db/database.ts";

/** The statements of the inbox. */

/** $1 players, $2 their templates, $3 the values as JSON texts. */
export const SEND = sql`
  WITH added AS (
    INSERT INTO message (player_id, template, detail, created)
    SELECT m.player, m.template, m.detail::jsonb, house_clock()
    FROM unnest($1::bigint[], $2::text[], $3::text[]) AS m (player, template, detail)
  )
  INSERT INTO live_event (player_id, event, payload)
  SELECT DISTINCT player, 'message', '{"spreadMs":0}'::jsonb FROM unnest($1::bigint[]) AS player`;
