import { inBothOrders, sql } from "../../db/database.ts";

const ROWS = sql`
  SELECT s.id, s.player_id, p.username, p.status AS player_status, epoch_ms(s.created) AS sent_ms,
         coalesce(s.outcome, 'waiting') AS state, s.verdict, epoch_ms(s.decided) AS decided_ms,
         s.operator_id, o.name AS operator_name, s.reason
  FROM identity_submission s
  JOIN player p ON p.id = s.player_id
  LEFT JOIN operator o ON o.id = s.operator_id`;

/** $1 numbers past this one or null, $2 rows, $3 waiting, done or null. */
export const LIST = inBothOrders(
  (past, way) => sql`
  ${ROWS} WHERE ($1::bigint IS NULL OR s.id ${past} $1)
    AND ($3::text IS NULL OR ($3 = 'waiting') = (s.outcome IS NULL))
  ORDER BY s.id ${way} LIMIT $2`,
);

/** $1 number. */
export const ONE = sql`${ROWS} WHERE s.id = $1`;

/** What a player ($1) has sent, newest first. */
export const OF_PLAYER = sql`${ROWS} WHERE s.player_id = $1 ORDER BY s.id DESC LIMIT 50`;

/** The documents of a sending ($1). */
export const DOCUMENTS = sql`
  SELECT id, kind, epoch_ms(created) AS created, erased IS NOT NULL AS is_erased
  FROM identity_document WHERE submission_id = $1 ORDER BY id`;
