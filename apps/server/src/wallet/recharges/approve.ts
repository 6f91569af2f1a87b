import type { Money } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { judgeCredit } from "../../protection/protection.ts";
import { publishMoney } from "../money-news.ts";
import { besideApprovals, type Approver, type NoSecond, type Reviewer } from "../review.ts";
import { passRecharge } from "./decide.ts";
import * as sql from "./recharges.sql.ts";
import type { LockedRecharge, RechargeRow } from "./row.ts";

/** An operator's approval of a recharge, and the amount above which one approval is not enough. */
export interface Approval {
  readonly by: Pick<Reviewer, "operatorId" | "beside" | "judge" | "confirms">;
  /** The credited amount, where the operator names it; else it is what came, or what was asked for if no notice tells. */
  readonly named?: Money | undefined;
  /** What the operator saw that would be credited. */
  readonly seen?: Money | undefined;
  readonly fourEyesAbove: Money;
}

/** Outcome of an approval, and the amount credited by this approval alone. */
export interface Approved {
  readonly row: RechargeRow | "second-needed";
  readonly alone: Money;
}

/** Why an approval changes nothing. */
export type NotApproved =
  | NoSecond
  | "matched"
  | "changed"
  | "came"
  | "refused"
  | "excluded"
  | "break"
  | "over-limit";

/**
 * Credits a recharge manually. The first approval is only stored, and another operator must approve the same amount, if it
 * is more than came; and above the configured amount, or if the desk demands it, without a signed notice of the money that
 * found its order by itself.
 */
export async function approveRecharge(
  tx: Queries,
  locked: LockedRecharge,
  { by, named, seen, fourEyesAbove }: Approval,
): Promise<Approved | NotApproved> {
  const { row } = locked;
  const { came, told, matchers } = await cameFor(tx, row.id);
  // What is confirmed is what the first person named, whatever came.
  const amount = named ?? (by.confirms === undefined ? undefined : seen) ?? came ?? row.amount;
  if (seen !== undefined && seen !== amount) return "changed";
  // Money of another currency came: only an operator can say what it is worth.
  if (amount === 0n) return "refused";
  const credit = await judgeCredit(tx, row.player_id, amount);
  if (credit !== "allowed") return credit;
  const verdict = (await by.judge?.(tx, { playerId: row.player_id, amount })) ?? "alone";
  if (verdict === "refused") return verdict;
  if (await hasMatched(tx, by, matchers)) return "matched";
  const approvals = await tx.query<Approver & Record<string, unknown>>(sql.APPROVALS, [row.id, amount]);
  if (by.confirms !== undefined && !approvals.some(({ operator_id: id }) => id === by.confirms))
    return "changed";
  const isTold = amount <= told;
  const isMore = came !== null && amount > came;
  const needsTwo = isMore || (!isTold && (amount > fourEyesAbove || verdict === "second"));
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
  return { row: passed, alone: isTold || needsTwo ? 0n : amount };
}

interface Came {
  /** All that signed notices tell of; null without any. */
  readonly came: Money | null;
  /** What of it found its order by itself: what an operator matched is no proof. */
  readonly told: Money;
  /** The operators who matched some. */
  readonly matchers: readonly bigint[];
}

async function cameFor(tx: Queries, orderId: bigint): Promise<Came> {
  const [row] = await tx.query<{ came: bigint | null; told: bigint | null; matchers: bigint[] | null }>(
    sql.CAME,
    [orderId],
  );
  return { came: row?.came ?? null, told: row?.told ?? 0n, matchers: row?.matchers ?? [] };
}

/** Whether the operator, or one who is related to them, matched a payment with the order. */
async function hasMatched(tx: Queries, by: Approval["by"], matchers: readonly bigint[]): Promise<boolean> {
  for (const matcher of matchers) {
    if (matcher === by.operatorId || (await by.beside?.(tx, [matcher])) === "related") return true;
  }
  return false;
}
