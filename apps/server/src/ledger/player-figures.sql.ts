import { sql } from "../db/database.ts";

/** $1 players. Their spendable money, what is held in all, and what of that for chases. */
export const BALANCES = sql`
  SELECT w.player, c.balance AS cash, h.balance + coalesce(x.balance, 0) AS hold, coalesce(x.balance, 0) AS chases
  FROM unnest($1::bigint[]) AS w (player)
  JOIN ledger_account c ON c.id = cash_account(w.player) JOIN ledger_account h ON h.id = hold_account(w.player)
  LEFT JOIN ledger_account x ON x.id = chase_account(w.player)`;

/** $1 player. Sums over all movements, by code. */
export const SUMS = sql`
  SELECT code, sum(amount)::bigint AS amount FROM transfer WHERE player_id = $1 GROUP BY code`;

/** $1 player, $2 codes or null, $3 from, $4 to, $5 ids below this or null, $6 most rows. */
export const BETWEEN = sql`
  SELECT id, epoch_ms(created) AS time, code, reference, cash_after AS "cashAfter",
         CASE WHEN credit_account = cash_account($1) THEN amount ELSE -amount END AS change
  FROM transfer
  WHERE player_id = $1 AND cash_account($1) IN (debit_account, credit_account)
    AND ($2::text[] IS NULL OR code = ANY ($2)) AND ($3::timestamptz IS NULL OR created >= $3)
    AND ($4::timestamptz IS NULL OR created < $4) AND id < coalesce($5::bigint, 9223372036854775807)
  ORDER BY id DESC LIMIT $6`;
