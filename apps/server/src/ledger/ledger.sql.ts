import { sql } from "../db/database.ts";

/** The statements of the ledger. Nothing outside this folder and its migration names a table of the ledger. */

export const OPEN_ACCOUNTS = sql`SELECT ledger_open_accounts($1)`;

/** $1 time zone. */
export const DATE_NUMBERS = sql`SELECT date_numbers_by($1)`;

export const OPEN_CHASE_ACCOUNT = sql`SELECT ledger_open_chase_account($1)`;

export const BALANCE = sql`SELECT player_balance($1) AS balance`;

/** What a player's ($1) accounts beside the cash account hold, in the order of the accounts. */
export const HOLDS = sql`
  SELECT kind, balance AS amount FROM ledger_account
  WHERE id > cash_account($1) AND id < cash_account($1) + 9 AND balance > 0 ORDER BY id`;

/** The clock is read after the accounts are locked, provided the caller holds `LOCK_CASH`. */
export const POST = sql`
  SELECT ledger_post(house_clock(), $1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[])
    AS posted`;

export const LOCK_CASH = sql`SELECT balance FROM ledger_lock_cash(ARRAY[$1::bigint])`;

export const FIND_KEY = sql`SELECT call, body_hash, reply, epoch_ms(created) AS at FROM ledger_find_key($1, $2)`;

export const OUTCOME = sql`SELECT call, body_hash, reply, epoch_ms(created) AS at FROM ledger_outcome($1, $2)`;

export const GIVE_UP = sql`SELECT call, body_hash, reply, epoch_ms(created) AS at FROM ledger_give_up($1, $2)`;

export const KEEP_KEY = sql`
  SELECT ledger_keep_keys(house_clock(), $3, ARRAY[$1::bigint], ARRAY[$2], ARRAY[$4::bytea], ARRAY[$5])`;

const MOVEMENT = sql`
  SELECT id, epoch_ms(created) AS time, code, reference, cash_after,
         CASE WHEN credit_account = cash_account($1) THEN amount ELSE -amount END AS change`;

/** The transfers that move the cash of a player ($1). */
const OF_PLAYER = sql`FROM transfer WHERE player_id = $1 AND cash_account($1) IN (debit_account, credit_account)`;

const FROM = sql`to_timestamp($2::bigint / 1000.0)`;
const TO = sql`to_timestamp($3::bigint / 1000.0)`;

/**
 * $1 player, $2 and $3 from one instant to before another (epoch ms), $4 codes or null. The times prune the partitions, and
 * ids say where in the index of a partition to begin and to end. They are those of a day more to either side, by which no two
 * clocks differ.
 */
const LISTED = sql`
  ${OF_PLAYER} AND created >= ${FROM} AND created < ${TO}
  AND id > (SELECT earlier FROM player_transfers_at($1, ${FROM} - interval '1 day'))
  AND id < (SELECT later FROM player_transfers_at($1, ${TO} + interval '1 day'))
  AND ($4::text[] IS NULL OR code = ANY ($4))`;

/** As `LISTED`; $5 ids below this or null, $6 most rows. */
export const MOVEMENTS = sql`${MOVEMENT} ${LISTED} AND ($5::bigint IS NULL OR id < $5) ORDER BY id DESC LIMIT $6`;

/** As `LISTED`, over all pages: incoming and outgoing. */
export const MOVEMENT_SUMS = sql`
  SELECT coalesce(sum(amount) FILTER (WHERE credit_account = cash_account($1)), 0)::bigint AS came_in,
         coalesce(sum(amount) FILTER (WHERE debit_account = cash_account($1)), 0)::bigint AS went_out
  ${LISTED}`;

/** The movement with an id ($2). */
export const ONE_MOVEMENT = sql`${MOVEMENT} ${OF_PLAYER} AND id = $2`;

/** The movements for a subject, newest first: $2 and $3 a time that includes them (epoch ms), $4 codes, $5 the reference. */
export const MOVEMENTS_FOR = sql`${MOVEMENT} ${LISTED} AND reference = $5 ORDER BY id DESC LIMIT 100`;

export const IS_STOPPED = sql`SELECT money_stopped() AS stopped`;

export const READ_STOP = sql`SELECT reason, epoch_ms(since) AS since FROM money_stop`;

export const STOP = sql`
  INSERT INTO money_stop (reason, since) VALUES ($1, house_clock()) ON CONFLICT DO NOTHING RETURNING reason`;

export const RESUME = sql`DELETE FROM money_stop RETURNING reason, epoch_ms(since) AS since`;

export const HAS_ESCROWS = sql`
  SELECT NOT EXISTS (SELECT FROM unnest($1::text[]) AS g (game)
                     WHERE NOT EXISTS (SELECT FROM ledger_account a WHERE a.game = g.game)) AS complete`;

/** $1 codes of games. An id after the last escrow account's. */
export const OPEN_ESCROWS = sql`
  INSERT INTO ledger_account (id, kind, game)
  SELECT (SELECT max(id) FROM ledger_account WHERE kind = 'escrow') + row_number() OVER (ORDER BY g.at), 'escrow', g.game
  FROM unnest($1::text[]) WITH ORDINALITY AS g (game, at)
  WHERE NOT EXISTS (SELECT FROM ledger_account a WHERE a.game = g.game)`;
