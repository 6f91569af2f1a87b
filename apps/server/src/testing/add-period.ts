import { sql } from "../db/database.ts";
import type { DeskServer } from "./desk-server.ts";

const GAME = "K3";

/** Adds a period of K3 that nothing was sold for, moved on through some states; returns its id at the desk. */
export async function addPeriod(
  { base: { owner } }: Pick<DeskServer, "base">,
  number: number,
  states: readonly string[] = [],
): Promise<string> {
  const periodNo = `20200101${String(number).padStart(4, "0")}`;
  await owner.query(ADD_PERIOD, [GAME, periodNo, number]);
  for (const state of states) await owner.query(MOVE_PERIOD, [GAME, periodNo, state]);
  return `${GAME}-${periodNo}`;
}

/** Notes that the rules made a period void, and whether an operator has seen it; returns its id. */
export async function addRuleVoid(
  { base: { owner } }: Pick<DeskServer, "base">,
  id: string,
  seen: boolean,
): Promise<string> {
  await owner.query(ADD_RULE_VOID, [...id.split("-"), seen]);
  return id;
}

const ADD_RULE_VOID = sql`
  INSERT INTO rule_void (game, period_no, at, cause, seen_by, seen)
  SELECT $1, $2, house_clock(), 'late', o.id, CASE WHEN o.id IS NOT NULL THEN house_clock() END
  FROM (VALUES (1)) AS one LEFT JOIN (SELECT min(id) AS id FROM operator) AS o ON $3`;
const ADD_PERIOD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
  VALUES ($1, $2, house_clock() - interval '1 minute', house_clock() + interval '1 hour',
          house_clock() + interval '2 hours' + $3::int * interval '1 second', $3)`;
const MOVE_PERIOD = sql`
  UPDATE period SET state = $3, numbers = CASE WHEN $3 IN ('drawn', 'settled') THEN '{1,2,3}'::smallint[] END,
    turnover = CASE WHEN $3 = 'settled' THEN 0 END, paid = CASE WHEN $3 = 'settled' THEN 0 END,
    settled_at = CASE WHEN $3 IN ('settled', 'voided') THEN house_clock() END
  WHERE game = $1 AND period_no = $2`;
