import { sql } from "../db/database.ts";

const TODAY = sql`(house_clock() AT TIME ZONE $1)::date`;
const ROW = sql`p.id, to_char(p.from_day, 'YYYY-MM-DD') AS from_day, p.rebate, p.levels`;

/** $1 time zone, $2 rebate, $3 levels. */
export const BEGIN = sql`
  INSERT INTO commission_plan (from_day, rebate, levels, created)
  SELECT ${TODAY}, $2, $3::int[], house_clock() WHERE NOT EXISTS (SELECT FROM commission_plan)
  ON CONFLICT DO NOTHING`;

/** As BEGIN, with $4 operator and $5 reason. */
export const PUBLISH = sql`
  INSERT INTO commission_plan (from_day, rebate, levels, operator_id, reason, created)
  VALUES (${TODAY} + 1, $2, $3::int[], $4, $5, house_clock()) RETURNING id`;

/** Today's plan, and the next one. */
export const CURRENT = sql`
  SELECT ${ROW}, false AS coming FROM plan_of(${TODAY}) p
  UNION ALL
  (SELECT ${ROW}, true FROM commission_plan p WHERE p.from_day > ${TODAY} ORDER BY p.from_day, p.id DESC LIMIT 1)`;

/** $1 time zone, $2 only lower ids or null, $3 rows. */
export const LIST = sql`
  SELECT ${ROW}, epoch_ms(p.created) AS created_ms, p.reason, p.operator_id AS "operatorId", o.name AS "operatorName",
         CASE WHEN EXISTS (SELECT FROM commission_plan l WHERE l.from_day = p.from_day AND l.id > p.id) THEN 'replaced'
              WHEN p.from_day > ${TODAY} THEN 'coming'
              WHEN p.id = (SELECT n.id FROM plan_of(${TODAY}) n) THEN 'inForce' ELSE 'past' END AS state
  FROM commission_plan p LEFT JOIN operator o ON o.id = p.operator_id
  WHERE $2::bigint IS NULL OR p.id < $2 ORDER BY p.id DESC LIMIT $3`;
