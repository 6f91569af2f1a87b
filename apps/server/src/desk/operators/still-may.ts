import { ruleOf, type Action } from "@lotus/contract/desk";
import type { Queries } from "../../db/database.ts";
import * as sql from "./operators.sql.ts";

/**
 * Which of these operators may still do an action; they are locked until the transaction ends. Where two people are
 * needed, the approval of a first one who was locked out since or has another role does not count.
 */
export async function stillMay(
  tx: Queries,
  action: Action,
  operators: readonly bigint[],
): Promise<readonly bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql.STILL_MAY, [operators, ruleOf(action).roles]);
  return rows.map(({ id }) => id);
}
