import { sql } from "../db/database.ts";

/** The lock serializes a player's money orders, also with changes of what protects them. */
export const READ_HOLD = sql`
  WITH locked AS (SELECT withdrawal_hold_until AS until FROM player WHERE id = $1 FOR NO KEY UPDATE)
  SELECT CASE WHEN until > house_clock() THEN epoch_ms(until) END AS until_ms FROM locked`;

export const HOLD = sql`
  UPDATE player SET withdrawal_hold_until = house_clock() + interval '24 hours' WHERE id = $1`;

/** As READ_HOLD: locking an account waits for running orders, and later ones see it. */
export const READ_STATUS = sql`SELECT status FROM player WHERE id = $1 FOR NO KEY UPDATE`;

export const READ_ADDRESS_LOCK = sql`SELECT address_locked AS locked FROM player WHERE id = $1 FOR NO KEY UPDATE`;

/** No row when it was set so already. */
export const SET_ADDRESS_LOCK = sql`
  UPDATE player SET address_locked = $2 WHERE id = $1 AND address_locked <> $2 RETURNING id`;
