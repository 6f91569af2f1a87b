import { sql } from "../db/database.ts";

/** What the test of the table of actions sets past the desk. */

export const OPERATOR_ID = sql`SELECT id FROM operator WHERE name = $1`;
export const END_REQUEST = sql`UPDATE operator_request SET expires = asked WHERE id = $1`;
export const CLOSE_PLAYER = sql`UPDATE player SET status = 'closed' WHERE id = $1`;
export const SET_PLAYER = sql`UPDATE player SET status = $2 WHERE id = $1`;
export const LOCK_ADDRESSES = sql`UPDATE player SET address_locked = $2 WHERE id = $1`;
export const END_NOTICE = sql`UPDATE announcement SET shown_until = house_clock() - interval '1 second' WHERE id = $1`;
