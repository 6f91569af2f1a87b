import { inBothOrders, sql } from "../db/database.ts";

export const IS_PLAYER = sql`SELECT id FROM player WHERE id = $1`;

export const ADD_WAITING = sql`
  INSERT INTO gift (player_id, amount, reason, note, status, asked_by, asked, by_two)
  VALUES ($1, $2, $3, $5, 'waiting', $4, house_clock(), true) RETURNING id`;

/** $5 the player's balance after it. */
export const ADD_GIVEN = sql`
  INSERT INTO gift (id, player_id, amount, reason, note, status, asked_by, asked, by_two, decided_by, decided, balance_after)
  VALUES ($6, $1, $2, $3, $7, 'given', $4, house_clock(), false, $4, house_clock(), $5)`;

export const NEXT_ID = sql`SELECT nextval('gift_id') AS id`;

export const LOCK_GIFT = sql`SELECT player_id, amount, reason, status, asked_by FROM gift WHERE id = $1 FOR UPDATE`;

/** Replaces the first of the two operators. $1 gift, $2 operator. */
export const ASK_ANEW = sql`UPDATE gift SET asked_by = $2, asked = house_clock() WHERE id = $1`;

export const END_GIFT = sql`
  UPDATE gift SET status = $2, decided_by = $3, decided = house_clock(), balance_after = $4 WHERE id = $1`;

const ROW = sql`
  g.id, g.player_id, p.username, p.status AS player_status, g.amount, g.reason, g.note, g.status, g.asked_by,
  a.name AS asked_name, epoch_ms(g.asked) AS asked_ms, g.decided_by, d.name AS decided_name, epoch_ms(g.decided) AS decided_ms, g.balance_after
  FROM gift g JOIN player p ON p.id = g.player_id JOIN operator a ON a.id = g.asked_by
  LEFT JOIN operator d ON d.id = g.decided_by`;

/** $1 only lower ids or null, $2 rows, $3 status or null, $4 player or null, $5 from, $6 to. */
export const LIST = inBothOrders(
  (past, way) => sql`
  SELECT ${ROW}
  WHERE ($1::bigint IS NULL OR g.id ${past} $1) AND ($3::text IS NULL OR g.status = $3)
    AND ($4::bigint IS NULL OR g.player_id = $4) AND ($5::timestamptz IS NULL OR g.asked >= $5)
    AND ($6::timestamptz IS NULL OR g.asked < $6)
  ORDER BY g.id ${way} LIMIT $2`,
);

export const ONE = sql`SELECT ${ROW} WHERE g.id = $1`;
