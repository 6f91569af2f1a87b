import { ruleOf, type Action } from "@lotus/contract/desk";
import type { Queries } from "../../db/database.ts";
import type { SealedAccess } from "./operator-seals.ts";
import type { Operators } from "./operators.ts";
import * as sql from "./operators.sql.ts";

/**
 * Which of these operators may still do an action; they are locked until the transaction ends. Where two people are
 * needed, the approval of a first one who was locked out since or has another role does not count.
 */
export async function stillMay(
  tx: Queries,
  { action, operators }: { readonly action: Action; readonly operators: Pick<Operators, "ownAccess"> },
  ids: readonly bigint[],
): Promise<readonly bigint[]> {
  const rows = await tx.query<SealedAccess & { readonly id: bigint } & Record<string, unknown>>(
    sql.STILL_MAY,
    [ids, ruleOf(action).roles],
  );
  return rows.filter((row) => operators.ownAccess(row.id, row)?.status === "active").map(({ id }) => id);
}
