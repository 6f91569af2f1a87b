import { sql } from "../../db/database.ts";

/** The statements of data exports. $1 is the player where nothing else is said. */

/** Holds the player, so that of many requests at once each sees those before it. */
export const HOLD_PLAYER = sql`SELECT status FROM player WHERE id = $1 FOR NO KEY UPDATE`;

/** How many were asked for in the last day, whether one is being made, and when the next may be asked for. */
export const RECENT = sql`
  SELECT count(*) FILTER (WHERE asked > house_clock() - interval '1 day')::int AS today,
         coalesce(bool_or(state = 'making'), false) AS making,
         epoch_ms(min(asked) FILTER (WHERE asked > house_clock() - interval '1 day') + interval '1 day') AS next_ms
  FROM data_export WHERE player_id = $1`;

/** The bytes of earlier archives: a player has one at a time. */
export const DROP_PARTS = sql`
  DELETE FROM data_export_part WHERE export_id IN (SELECT id FROM data_export WHERE player_id = $1)`;

/** Earlier ones stay as rows for a day, to be counted. */
export const EXPIRE_EARLIER = sql`
  UPDATE data_export SET expires = least(expires, house_clock()), ticket_hash = NULL, ticket_until = NULL
  WHERE player_id = $1 AND state = 'ready'`;

/** $2 operator or null, $3 locale. */
export const ADD = sql`
  INSERT INTO data_export (player_id, operator_id, locale, asked, claimed_until)
  SELECT $1, $2, $3, at, at FROM (SELECT house_clock() AS at) AS clock`;

/** The newest that has not expired. */
export const NEWEST = sql`
  SELECT state, epoch_ms(ready) AS ready_ms, epoch_ms(expires) AS expires_ms, bytes FROM data_export
  WHERE player_id = $1 AND (expires IS NULL OR expires > house_clock())
    AND (state <> 'failed' OR asked > house_clock() - interval '1 day')
  ORDER BY id DESC LIMIT 1`;

/** Those whose makers were lost too often. $1 tries. */
export const GIVE_UP = sql`
  UPDATE data_export SET state = 'failed' WHERE state = 'making' AND attempt >= $1 AND claimed_until <= house_clock()
  RETURNING id`;

/** Takes the one that waits longest, and those whose maker was not heard of for a while. $1 seconds of the claim. */
export const CLAIM = sql`
  UPDATE data_export SET attempt = attempt + 1, claimed_until = house_clock() + $1::int * interval '1 second'
  WHERE id = (
    SELECT id FROM data_export WHERE state = 'making' AND claimed_until <= house_clock()
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING id, player_id, locale, attempt`;

/** What an earlier attempt left. $1 export, $2 this attempt. */
export const DROP_EARLIER_PARTS = sql`DELETE FROM data_export_part WHERE export_id = $1 AND attempt < $2`;

/** Adds a part and renews the claim; no row when another has taken over. $1 export, $2 attempt, $3 place, $4 sealed, $5 seconds. */
export const ADD_PART = sql`
  WITH mine AS (
    UPDATE data_export SET claimed_until = house_clock() + $5::int * interval '1 second'
    WHERE id = $1 AND attempt = $2 AND state = 'making' RETURNING id
  )
  INSERT INTO data_export_part (export_id, attempt, place, sealed) SELECT id, $2, $3, $4 FROM mine RETURNING place`;

/** $1 export, $2 attempt, $3 bytes, $4 days to keep it. No row when another has taken over. */
export const FINISH = sql`
  UPDATE data_export SET state = 'ready', bytes = $3, ready = clock.at, expires = clock.at + $4::int * interval '1 day'
  FROM (SELECT house_clock() AS at) AS clock
  WHERE id = $1 AND attempt = $2 AND state = 'making' RETURNING player_id`;

/** Lets the next try begin soon. $1 export, $2 attempt, $3 seconds. */
export const RELEASE = sql`
  UPDATE data_export SET claimed_until = house_clock() + $3::int * interval '1 second'
  WHERE id = $1 AND attempt = $2 AND state = 'making'`;

/** Opens one download of the newest archive. $2 hash of its secret, $3 seconds. */
export const PUT_TICKET = sql`
  UPDATE data_export SET ticket_hash = $2, ticket_until = house_clock() + $3::int * interval '1 second'
  WHERE id = (
    SELECT id FROM data_export WHERE player_id = $1 AND state = 'ready' AND expires > house_clock() ORDER BY id DESC LIMIT 1
  ) AND state = 'ready'
  RETURNING id`;

/** Uses a ticket ($1 its hash) up. */
export const TAKE_TICKET = sql`
  UPDATE data_export e SET ticket_hash = NULL, ticket_until = NULL FROM player p
  WHERE e.ticket_hash = $1 AND e.ticket_until > house_clock() AND e.state = 'ready' AND e.expires > house_clock()
    AND p.id = e.player_id AND p.status = 'active'
  RETURNING e.id, e.attempt, e.bytes`;

/** $1 export, $2 attempt, $3 place. */
export const PART = sql`SELECT sealed FROM data_export_part WHERE export_id = $1 AND attempt = $2 AND place = $3`;

/** Everything about a player's archives, when the account closes. */
export const DROP_EXPORTS = sql`DELETE FROM data_export WHERE player_id = $1`;

export const USERNAME = sql`SELECT username FROM player WHERE id = $1`;
