import { sql } from "../db/database.ts";

// How a check of the books is carried out, and how far it came; what has to hold is in `books.sql.ts`.

/**
 * Settings of a full check: it joins entire tables, never row by row, whatever the planner concludes from statistics of
 * a young table.
 */
export const WHOLE_TABLES = sql`
  SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '128MB', true),
         set_config('jit', 'off', true), set_config('cursor_tuple_fraction', '1', true),
         set_config('max_parallel_workers_per_gather', '2', true)`;

/** For a check of what is new, which may be a few million bets: what it groups stays in memory. */
export const ROOM_TO_GROUP = sql`SELECT set_config('work_mem', '64MB', true), set_config('cursor_tuple_fraction', '1', true)`;

/** One check at a time over all nodes; the others skip theirs. */
export const ALONE = sql`SELECT pg_try_advisory_xact_lock($1) AS alone`;

/**
 * When the books were last found right, by any server (null: never), whether that is less than $1 milliseconds ago, and whether
 * a day has passed since all of them were.
 */
export const LAST_CHECK = sql`
  SELECT CASE WHEN b.since > '-infinity' THEN epoch_ms(b.since + interval '1 minute') END AS right_at,
         b.since + interval '1 minute' BETWEEN c.now - $1::int * interval '1 millisecond' AND c.now AS is_recent,
         coalesce(b.full_at < c.now - interval '1 day', true) AS is_full_due
  FROM books_check b CROSS JOIN (SELECT house_clock() AS now) AS c`;

export const CHECKED_SO_FAR = sql`SELECT transfer_id, since::text AS since FROM books_check`;

/**
 * Adds transfers that are two minutes old to the running sums. Statements that write transfers end long before, so none
 * with a smaller id can still appear.
 */
export const ADVANCE = sql`
  WITH next AS (
    SELECT coalesce(max(t.id), b.transfer_id) AS id, b.transfer_id AS seen
    FROM books_check b LEFT JOIN transfer t ON t.id > b.transfer_id AND t.created < house_clock() - interval '2 minutes'
    GROUP BY b.transfer_id
  ), entry AS (
    SELECT debit_account AS account, -amount AS change FROM transfer, next WHERE transfer.id > seen AND transfer.id <= next.id AND debit_account < 1000
    UNION ALL
    SELECT credit_account, amount FROM transfer, next WHERE transfer.id > seen AND transfer.id <= next.id AND credit_account < 1000
  ), summed AS (
    INSERT INTO books_sum AS s (account, balance) SELECT account, sum(change) FROM entry GROUP BY account
    ON CONFLICT (account) DO UPDATE SET balance = s.balance + excluded.balance
  )
  UPDATE books_check SET transfer_id = next.id, since = house_clock() - interval '1 minute',
         full_at = CASE WHEN $1 THEN house_clock() ELSE full_at END
  FROM next`;
