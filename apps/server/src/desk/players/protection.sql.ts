import { sql } from "../../db/database.ts";

/** The newest changes of limits and breaks of a player ($1), at most 100. */
export const CHANGES = sql`
  SELECT c.*, o.name FROM (
    SELECT what, kind, span, before, after, NULL::bigint AS until_ms, operator_id, '' AS reason, epoch_ms(at) AS at_ms
    FROM play_limit_change WHERE player_id = $1
    UNION ALL
    SELECT kind, NULL, NULL, NULL, NULL, epoch_ms(until), operator_id, reason, epoch_ms(since)
    FROM play_break WHERE player_id = $1
  ) AS c LEFT JOIN operator o ON o.id = c.operator_id
  ORDER BY c.at_ms DESC LIMIT 100`;
