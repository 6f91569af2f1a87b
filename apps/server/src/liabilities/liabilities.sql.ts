import { sql } from "../db/database.ts";

/** One run at a time over all nodes: whoever finds another leaves it alone. */
export const ALONE = sql`SELECT pg_try_advisory_lock($1) AS alone`;

export const BEGIN = sql`SELECT nextval('liability_run_id') AS id, house_clock() AS at`;

/** The pseudonyms of these players. $1 ids. */
export const PSEUDONYMS = sql`
  SELECT p.id, p.pseudonym FROM player p WHERE p.id = ANY ($1::bigint[])`;

/** $1 run, $2 players, $3 cash, $4 held, $5 blinds, 16 bytes each, one after the other. */
export const ADD_LEAVES = sql`
  INSERT INTO liability_leaf (run_id, player_id, cash, held, blind)
  SELECT $1, l.player, l.cash, l.held, substring($5::bytea FROM (16 * l.number - 15)::int FOR 16)
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS l (player, cash, held, number)`;

/** $1 run, $2 levels, $3 places, $4 hashes of the first nodes, $5 nodes. */
export const ADD_TILES = sql`
  INSERT INTO liability_tile (run_id, level, place, first_hash, nodes)
  SELECT $1, t.level, t.place, t.first_hash, t.nodes
  FROM unnest($2::smallint[], $3::int[], $4::bytea[], $5::bytea[]) AS t (level, place, first_hash, nodes)`;

export const ADD_RUN = sql`
  INSERT INTO liability_run (id, at, players, depth, root, sum, received, hides_sum)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

export const PUBLISH = sql`UPDATE liability_run SET published = true WHERE id = $1 AND NOT published RETURNING id`;

export const NEWEST = sql`
  SELECT id, at, players, depth, root, sum, received, hides_sum AS "hidesSum" FROM liability_run
  WHERE published ORDER BY id DESC LIMIT 1`;

/** Whether a run of today is missing. $1 the operator's time zone. */
export const IS_DUE = sql`
  SELECT NOT EXISTS (
    SELECT FROM liability_run
    WHERE published AND (at AT TIME ZONE $1)::date >= (house_clock() AT TIME ZONE $1)::date
  ) AS due`;

/** Runs that were broken off or are older than those to keep. $1 how many are kept. */
export const OUTDATED = sql`
  SELECT id FROM liability_run WHERE NOT published
    OR id NOT IN (SELECT k.id FROM liability_run k WHERE k.published ORDER BY k.id DESC LIMIT $1)`;

/** Removes some leaves of a run, so that no statement takes long. $1 run, $2 most rows. */
export const FORGET_LEAVES = sql`
  WITH gone AS (
    DELETE FROM liability_leaf WHERE run_id = $1 AND player_id IN (
      SELECT player_id FROM liability_leaf WHERE run_id = $1 ORDER BY player_id LIMIT $2)
    RETURNING 1
  ) SELECT count(*) AS gone FROM gone`;

export const FORGET_TILES = sql`DELETE FROM liability_tile WHERE run_id = $1`;

export const FORGET_RUN = sql`DELETE FROM liability_run WHERE id = $1`;

/** What a run has of a player. $1 run, $2 player. */
export const LEAF = sql`
  SELECT l.cash, l.held, l.blind, p.pseudonym FROM liability_leaf l JOIN player p ON p.id = l.player_id
  WHERE l.run_id = $1 AND l.player_id = $2`;

/** The tile of leaves that a hash is in. $1 run, $2 hash. */
export const TILE_OF_HASH = sql`
  SELECT place, nodes FROM liability_tile WHERE run_id = $1 AND level = 0 AND first_hash <= $2
  ORDER BY first_hash DESC LIMIT 1`;

/** $1 run, $2 level, $3 place. */
export const TILE = sql`SELECT nodes FROM liability_tile WHERE run_id = $1 AND level = $2 AND place = $3`;
