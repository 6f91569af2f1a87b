import { sql } from "../db/database.ts";
import type { Invariant } from "./books.sql.ts";

const CHASE_HOLD_IS_UNPLACED = sql`
  WITH owed AS (
    SELECT g.player_id, sum(c.held - g.released) AS amount
    FROM chase_progress g JOIN chase c ON c.id = g.chase_id WHERE g.next_period IS NOT NULL GROUP BY g.player_id
  ), looked_at AS (
    SELECT player_id FROM ledger_account WHERE $1 = 0 AND kind = 'chase'
    UNION SELECT player_id FROM owed
    UNION SELECT player_id FROM transfer WHERE id > $1 AND code IN ('chase-hold', 'chase-release')
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken,
         min(player_id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT l.player_id, a.balance IS DISTINCT FROM coalesce(o.amount, 0) AS wrong
    FROM looked_at l LEFT JOIN owed o USING (player_id) LEFT JOIN ledger_account a ON a.id = chase_account(l.player_id)
    WHERE $2::timestamptz IS NOT NULL
  ) AS judged`;

/** A step's release names the chase and the place, what is left at the end the chase alone. */
const CHASE_RETURNED_ONCE = sql`
  WITH moved AS (
    SELECT order_of_reference(split_part(reference, '/', 1)) AS id, min(player_id) AS player_id, max(player_id) AS last_player,
           array_agg(amount) FILTER (WHERE code = 'chase-hold') AS held,
           coalesce(sum(amount) FILTER (WHERE code = 'chase-release'), 0) AS released
    FROM transfer WHERE code IN ('chase-hold', 'chase-release') GROUP BY 1
  ), stepped AS (
    SELECT chase_id, count(*) AS steps, max(place) AS last, sum(stake) AS stake,
           count(*) FILTER (WHERE why IS NULL) AS placed, coalesce(sum(stake) FILTER (WHERE why IS NULL), 0) AS staked
    FROM chase_step GROUP BY chase_id
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT coalesce(m.id, c.id) AS id,
           c.id IS NULL OR m.id IS NULL OR m.player_id <> c.player_id OR m.last_player <> c.player_id
           OR m.held IS DISTINCT FROM ARRAY[c.held] OR m.released <> g.released
           OR g.released <> CASE WHEN g.ended IS NULL THEN coalesce(s.stake, 0) ELSE c.held END
           OR coalesce(s.steps, 0) <> g.next_place - 1 OR coalesce(s.last, 0) <> g.next_place - 1
           OR coalesce(s.placed, 0) <> g.placed OR coalesce(s.staked, 0) <> g.staked
           OR g.ended IS NULL AND g.next_period IS DISTINCT FROM c.periods[g.next_place]
           OR c.held <> c.stake * (SELECT sum(n) FROM unnest(c.multiples) AS n) AS wrong
    FROM chase c JOIN chase_progress g ON g.chase_id = c.id LEFT JOIN stepped s ON s.chase_id = c.id
    FULL JOIN moved m ON m.id = c.id
    WHERE $1::bigint IS NOT NULL AND $2::timestamptz IS NOT NULL
  ) AS judged`;

const CHASE_STEPS_ARE_ORDERS = sql`
  WITH step AS (
    SELECT s.*, c.game, c.stake * c.multiples[s.place] AS planned, c.periods[s.place] AS planned_period
    FROM chase_step s JOIN chase c ON c.id = s.chase_id WHERE s.at >= $2 AND $1::bigint IS NOT NULL
  ), named AS (
    SELECT s.chase_id, s.place, count(o.id) AS orders, coalesce(sum(o.total), 0) AS total
    FROM step s CROSS JOIN LATERAL unnest(s.orders) AS n (id)
    LEFT JOIN bet_order o ON o.player_id = s.player_id AND o.id = n.id AND o.game = s.game AND o.period_no = s.period_no
    GROUP BY s.chase_id, s.place
  ), twice AS (
    SELECT s.player_id, n.id FROM step s CROSS JOIN LATERAL unnest(s.orders) AS n (id) GROUP BY 1, 2 HAVING count(*) > 1
  )
  SELECT count(*) AS checked, count(*) FILTER (WHERE wrong) AS broken, min(id) FILTER (WHERE wrong)::text AS example
  FROM (
    SELECT s.chase_id || '/' || s.place AS id,
           s.stake IS DISTINCT FROM s.planned OR s.period_no IS DISTINCT FROM s.planned_period
           OR s.orders IS NOT NULL AND (n.orders IS DISTINCT FROM cardinality(s.orders) OR n.total <> s.stake) AS wrong
    FROM step s LEFT JOIN named n USING (chase_id, place)
    UNION ALL SELECT id::text, true FROM twice
  ) AS judged`;

/** The invariants of chases: what is set aside is what is not placed, and each place of a plan comes once. */
export const CHASE_INVARIANTS: readonly Invariant[] = [
  {
    name: "chase-hold-is-unplaced",
    holds:
      "what a player has set aside is what their running chases have not placed, passed over or given back",
    statement: CHASE_HOLD_IS_UNPLACED,
  },
  {
    name: "chase-returned-once",
    holds: "every chase was set aside once, and each place of its plan left the account once",
    fullOnly: true,
    statement: CHASE_RETURNED_ONCE,
  },
  {
    name: "chase-steps-are-orders",
    holds: "each place of a plan has the orders of its own period and stake, and no order two places",
    statement: CHASE_STEPS_ARE_ORDERS,
  },
];
