import type { Money } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { mayCredit } from "../../protection/protection.ts";
import { publishMoney } from "../money-news.ts";
import { besideApprovals, type Approver, type NoSecond, type Reviewer } from "../review.ts";
import { passRecharge } from "./decide.ts";
import * as sql from "./recharges.sql.ts";
import type { LockedRecharge, RechargeRow } from "./row.ts";

/** An operator's approval of an amount, and the amount above which one approval is not enough. */
export interface Approval {
  readonly by: Pick<Reviewer, "operatorId" | "beside" | "judge">;
  readonly amount: Money;
  readonly fourEyesAbove: Money;
}

/** Outcome of an approval, and the amount credited by this approval alone. */
export interface Approved {
  readonly row: RechargeRow | "second-needed";
  readonly alone: Money;
}

/**
 * Credits a recharge manually. Above the configured amount, or if the desk demands it, and without a signed notice of
 * the money, the first approval is only stored, and another operator must approve the same amount.
 */
export async function approveRecharge(
  tx: Queries,
  locked: LockedRecharge,
  { by, amount, fourEyesAbove }: Approval,
): Promise<Approved | NoSecond | "refused" | "protected"> {
  const { row } = locked;
  if (!(await mayCredit(tx, row.player_id, amount))) return "protected";
  const verdict = (await by.judge?.(tx, { playerId: row.player_id, amount })) ?? "alone";
  if (verdict === "refused") return verdict;
  const approvals = await tx.query<Approver & Record<string, unknown>>(sql.APPROVALS, [row.id, amount]);
  const backed = await isBacked(tx, row.id, amount);
  const needsTwo = !backed && (amount > fourEyesAbove || verdict === "second");
  const word = await besideApprovals(tx, by, { approvals, needsTwo });
  if (word === "own") return "same-operator";
  if (word === "related" || word === "new") return word;
  await tx.query(sql.ADD_APPROVAL, [row.id, by.operatorId, amount]);
  if (word === "first") {
    // No money has moved, but open windows of player and desk show the first approval.
    await publishMoney(tx, row.player_id, row);
    return { row: "second-needed", alone: 0n };
  }
  const passed = await passRecharge(tx, locked, "desk", amount);
  return { row: passed, alone: backed || needsTwo ? 0n : amount };
}

/** Whether a signed notice that was matched automatically covers at least this amount. */
async function isBacked(tx: Queries, orderId: bigint, amount: Money): Promise<boolean> {
  const [row] = await tx.query<{ backed: boolean }>(sql.BACKED, [orderId, amount]);
  return row?.backed === true;
}
