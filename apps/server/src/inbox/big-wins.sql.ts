import { sql } from "../db/database.ts";

/** $1 game, $2 period, $3 players, $4 payout of each. */
export const KEEP_BIG_WINS = sql`
  INSERT INTO big_win (game, period_no, player_id, payout, created)
  SELECT $1, $2, w.player, w.payout, house_clock() FROM unnest($3::bigint[], $4::bigint[]) AS w (player, payout)
  ON CONFLICT DO NOTHING RETURNING player_id, payout`;

/** $1 rows. Players with closed accounts are left out. */
export const NEWEST_WINS = sql`
  SELECT p.username AS player, w.game, w.period_no, w.payout, epoch_ms(w.created) AS created
  FROM big_win w JOIN player p ON p.id = w.player_id
  WHERE p.status <> 'closed' ORDER BY w.created DESC, w.player_id LIMIT $1`;
