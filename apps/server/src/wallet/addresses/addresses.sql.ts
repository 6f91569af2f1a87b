import { sql } from "../../db/database.ts";

/** The statements of withdrawal addresses. */

const COLUMNS = sql`
  a.id, a.player_id, a.kind, a.bank_name, a.network, a.number, epoch_ms(a.created) AS created, n.name, a.name AS own_name`;

/** The addresses of a player, oldest first. */
export const OF_PLAYER = sql`
  SELECT ${COLUMNS} FROM withdraw_address a LEFT JOIN player_real_name n ON n.player_id = a.player_id AND a.kind = 'bank'
  WHERE a.player_id = $1 ORDER BY a.id`;

/** Addresses by id, of any player. */
export const BY_IDS = sql`
  SELECT ${COLUMNS} FROM withdraw_address a LEFT JOIN player_real_name n ON n.player_id = a.player_id AND a.kind = 'bank'
  WHERE a.id = ANY ($1::bigint[])`;

export const IS_LOCKED = sql`SELECT address_locked AS locked FROM player WHERE id = $1`;

/** The owner of a number, by its blind indexes. */
export const FIND_OWNER = sql`SELECT player_id FROM withdraw_address WHERE found_by = ANY ($1::bytea[])`;

export const COUNT = sql`SELECT count(*)::int AS count FROM withdraw_address WHERE player_id = $1`;

export const NEXT_ID = sql`SELECT nextval('withdraw_address_id') AS id`;

/** No row when another player bound the number meanwhile. */
export const ADD = sql`
  INSERT INTO withdraw_address (id, player_id, kind, bank_name, network, number, found_by, name, created)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, house_clock())
  ON CONFLICT (found_by) DO NOTHING
  RETURNING epoch_ms(created) AS created`;

export const READ_NAME = sql`SELECT name FROM player_real_name WHERE player_id = $1`;

/** $2 sealed, $3 its index for servers that do not know migration 075, $4 its indexes. */
export const ADD_NAME = sql`
  INSERT INTO player_real_name (player_id, name, found_by, names_by, created) VALUES ($1, $2, $3, $4, house_clock())`;

/** Other players ($2) of a name: $1 its indexes, $3 those of a row that has no others yet. */
export const SAME_NAME = sql`
  SELECT player_id FROM player_real_name
  WHERE (names_by && $1::bytea[] OR names_by IS NULL AND found_by = ANY ($3::bytea[])) AND player_id <> $2
  ORDER BY player_id LIMIT 20`;

/** The players of these names, by their blind indexes. */
export const BY_NAME = sql`
  SELECT player_id, names_by FROM player_real_name WHERE names_by && $1::bytea[] ORDER BY player_id LIMIT 500`;

/** The sealed names on the cards of players ($1): of the first card, without an id, and of those that are spelled otherwise. */
export const NAMES = sql`
  SELECT player_id, NULL::bigint AS id, name FROM player_real_name WHERE player_id = ANY ($1::bigint[])
  UNION ALL
  SELECT player_id, id, name FROM withdraw_address WHERE player_id = ANY ($1::bigint[]) AND name IS NOT NULL`;

/** $1 address, $2 sealed, $3 blind index. The name of its bank says where the player lives or works, so it goes too. */
export const ERASE = sql`
  UPDATE withdraw_address SET number = $2, found_by = $3, name = NULL, bank_name = CASE WHEN kind = 'bank' THEN '' END WHERE id = $1`;

export const ERASE_NAME = sql`DELETE FROM player_real_name WHERE player_id = $1`;
