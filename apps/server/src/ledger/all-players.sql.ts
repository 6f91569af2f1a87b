import { sql } from "../db/database.ts";

/** $1 last player of the previous page, $2 most players. Ids of accounts follow those of players, cash first. */
export const MONEY_OF_EVERYBODY = sql`
  SELECT c.player_id AS player, c.balance AS cash, h.held
  FROM (
    SELECT player_id, balance FROM ledger_account
    WHERE id > greatest(chase_account($1), 999) AND kind = 'cash' ORDER BY id LIMIT $2::bigint
  ) AS c CROSS JOIN LATERAL (
    SELECT sum(balance)::bigint AS held FROM ledger_account
    WHERE id IN (hold_account(c.player_id), chase_account(c.player_id))
  ) AS h ORDER BY c.player_id`;

/**
 * Sums of all transfers, from the house's side: the sums that the check of the books keeps, and the transfers after
 * them. What the house's accounts lack is what the players have.
 */
export const BOOKS_TOTALS = sql`
  WITH entry AS (
    SELECT account, balance AS change FROM books_sum
    UNION ALL
    SELECT t.debit_account, -t.amount FROM transfer t
    WHERE t.id > (SELECT transfer_id FROM books_check) AND t.debit_account < 1000
    UNION ALL
    SELECT t.credit_account, t.amount FROM transfer t
    WHERE t.id > (SELECT transfer_id FROM books_check) AND t.credit_account < 1000
  )
  SELECT coalesce(-sum(change), 0)::bigint AS players,
         coalesce(-sum(change) FILTER (WHERE account = ledger_clearing_account()), 0)::bigint AS received
  FROM entry`;
