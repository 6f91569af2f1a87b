import { sql } from "../db/database.ts";

/** $1 purpose, $2 player as text. */
export const LOCK = sql`SELECT pg_advisory_xact_lock($1, hashtext($2))`;

export const NEXT_ID = sql`SELECT nextval('saved_pick_id') AS id`;

export const LIST = sql`
  SELECT id, kind, sealed, epoch_ms(created) AS created FROM saved_pick WHERE player_id = $1 ORDER BY id DESC`;

export const ADD = sql`
  INSERT INTO saved_pick (player_id, id, kind, sealed, created) VALUES ($1, $2, $3, $4, house_clock())
  RETURNING epoch_ms(created) AS created`;

export const CHANGE = sql`UPDATE saved_pick SET sealed = $3 WHERE player_id = $1 AND id = $2`;

export const REMOVE = sql`DELETE FROM saved_pick WHERE player_id = $1 AND id = $2 RETURNING id`;
