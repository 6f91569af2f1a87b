import { sql } from "../db/database.ts";

/** The statements of pictures. */

/** Pictures of a player ($1) in the last day, and how many of them belong to no line. */
export const RECENT = sql`
  SELECT count(*)::int AS pictures FROM service_picture
  WHERE player_id = $1 AND operator_id IS NULL AND created > house_clock() - interval '1 day'`;

/** A picture that was uploaded and never sent is deleted after a day. $1 player. */
export const FORGET_UNSENT = sql`
  DELETE FROM service_picture
  WHERE player_id = $1 AND NOT sent AND created < house_clock() - interval '1 day'`;

export const NEXT_PICTURE = sql`SELECT nextval('service_picture_id') AS id`;

/** $1 id, $2 player, $3 operator or null, $4 sealed, $5 width, $6 height. */
export const KEEP = sql`
  INSERT INTO service_picture (id, player_id, operator_id, sealed, width, height, created)
  VALUES ($1, $2, $3, $4, $5, $6, house_clock())`;

/** Attaches an unsent picture of this conversation and this side to a line. $1 id, $2 player, $3 operator or null. */
export const SEND = sql`
  UPDATE service_picture SET sent = true
  WHERE id = $1 AND player_id = $2 AND NOT sent AND operator_id IS NOT DISTINCT FROM $3::bigint
  RETURNING width, height`;

/** $1 id, $2 player: their own pictures, sent or not, and those the desk has sent. */
export const OF_PLAYER = sql`
  SELECT id, sealed FROM service_picture WHERE id = $1 AND player_id = $2 AND (sent OR operator_id IS NULL)`;

/** $1 id, as the desk sees it. */
export const OF_DESK = sql`
  SELECT id, player_id, sealed FROM service_picture WHERE id = $1 AND (sent OR operator_id IS NOT NULL)`;

/** $1 name, $2 bytes, $3 width, $4 height. Equal pictures are stored once. */
export const KEEP_PUBLIC = sql`
  INSERT INTO house_picture (name, bytes, width, height, created) VALUES ($1, $2, $3, $4, house_clock())
  ON CONFLICT DO NOTHING`;

export const PUBLIC = sql`SELECT bytes FROM house_picture WHERE name = $1`;
