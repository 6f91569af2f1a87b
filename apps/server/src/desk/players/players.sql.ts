import { sql } from "../../db/database.ts";

export const LOCK_PLAYER = sql`SELECT status, address_locked FROM player WHERE id = $1 FOR NO KEY UPDATE`;

export const USERNAME = sql`SELECT username FROM player WHERE id = $1`;

export const REF = sql`SELECT username, status FROM player WHERE id = $1`;

export const USERNAMES = sql`SELECT id, username FROM player WHERE id = ANY ($1::bigint[]) ORDER BY id`;

const BET_STATE = sql`
  CASE WHEN c.order_id IS NOT NULL OR p.state = 'voided' THEN 'cancelled' WHEN p.state IN ('open', 'closed') THEN 'notDrawn'
       WHEN p.state = 'drawn' THEN 'drawn' WHEN w.payout > 0 THEN 'won' WHEN w.refund = o.total THEN 'returned'
       ELSE 'notWon' END`;

/** $1 player, $2 only lower ids or null, $3 rows, $4 game or null, $5 from, $6 to, $7 one bet or null, $8 state or null. */
export const BETS = sql`
  SELECT o.id, o.game, o.period_no, o.option_id, o.groups, o.bet_count, o.total, epoch_ms(o.accepted_at) AS at_ms,
         pl.username, coalesce(w.payout, 0)::bigint AS payout, coalesce(w.refund, c.refund, 0)::bigint AS refund,
         ${BET_STATE} AS state
  FROM bet_order o JOIN period p ON p.game = o.game AND p.period_no = o.period_no
  JOIN player pl ON pl.id = o.player_id
  LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
  LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id
  WHERE o.player_id = $1 AND ($2::bigint IS NULL OR o.id < $2) AND ($4::text IS NULL OR o.game = $4)
    AND ($5::timestamptz IS NULL OR o.accepted_at >= $5) AND ($6::timestamptz IS NULL OR o.accepted_at < $6)
    AND ($7::bigint IS NULL OR o.id = $7) AND ($8::text IS NULL OR CASE WHEN ${BET_STATE} = $8 THEN true ELSE false END)
  ORDER BY o.id DESC LIMIT $3`;

/** Those that can still be used, as they are counted on the player's page. */
export const SESSIONS = sql`
  SELECT id, device, user_agent, address, epoch_ms(created) AS created_ms, epoch_ms(greatest(seen, rotated)) AS seen_ms
  FROM session_family
  WHERE player_id = $1 AND revoked IS NULL AND rotated > house_clock() - interval '30 days'
    AND created > house_clock() - interval '90 days'
  ORDER BY greatest(seen, rotated) DESC LIMIT 100`;

/** $1 player, $2 only lower ids or null, $3 rows. */
export const NOTES = sql`
  SELECT n.id, n.operator_id, o.name, n.text, epoch_ms(n.created) AS created_ms
  FROM player_note n JOIN operator o ON o.id = n.operator_id
  WHERE n.player_id = $1 AND ($2::bigint IS NULL OR n.id < $2) ORDER BY n.id DESC LIMIT $3`;

export const NOTE = sql`
  SELECT n.id, n.operator_id, o.name, n.text, epoch_ms(n.created) AS created_ms
  FROM player_note n JOIN operator o ON o.id = n.operator_id WHERE n.player_id = $1 AND n.id = $2`;

export const ADD_NOTE = sql`
  INSERT INTO player_note (player_id, operator_id, text, created) VALUES ($1, $2, $3, house_clock()) RETURNING id`;

/** The newest line that a player wrote to the desk. */
export const NEWEST_LINE = sql`
  SELECT id FROM service_line WHERE player_id = $1 AND sender = 'player' ORDER BY id DESC LIMIT 1`;
