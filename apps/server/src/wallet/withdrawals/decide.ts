import type { MoneyRecord } from "@lotus/contract";
import { formatMoney, type Money } from "@lotus/money";
import { lockAddresses } from "../../accounts/accounts.ts";
import type { Queries } from "../../db/database.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import {
  cashAccount,
  holdAccount,
  HOUSE_ACCOUNTS,
  isStopped,
  lockCash,
  post,
  type Transfer,
} from "../../ledger/ledger.ts";
import { publishBalance, publishMoney } from "../money-news.ts";
import type { PayoutDeps } from "../payout-deps.ts";
import {
  besideApprovals,
  type Approver,
  type NoSecond,
  type Review,
  type Reviewer,
  type ReviewOutcome,
} from "../review.ts";
import { withdrawalRecords } from "./withdrawal-record.ts";
import * as sql from "./withdrawals.sql.ts";

type DecideDeps = Pick<PayoutDeps, "db" | "vault" | "payouts" | "notify">;

/** A withdrawal in review, under the lock of its player's money. */
interface LockedWithdrawal {
  readonly id: bigint;
  readonly playerId: bigint;
  readonly amount: Money;
  readonly fee: Money;
  /** The player's cash, without what is held. */
  readonly balance: Money;
}

interface Found extends Record<string, unknown> {
  readonly player_id: bigint;
  readonly status: MoneyRecord["status"];
  readonly amount: bigint;
  readonly fee: bigint;
}

type Decision =
  | { readonly outcome: "done" | "second-needed"; readonly alone: Money }
  | { readonly outcome: NoSecond | "refused" };

/**
 * Pays out a withdrawal: the held amount leaves, less the fee, which the operator keeps. Above the configured amount,
 * or if the desk demands it, the first approval is only stored, and another operator must give the second. Locks the
 * player's addresses and name.
 */
export function passWithdrawal(deps: DecideDeps): Review<MoneyRecord> {
  return (id, by) =>
    decide(deps, { id, by }, async (tx, order) => {
      const { playerId, amount } = order;
      const verdict = (await by.judge?.(tx, { playerId, amount })) ?? "alone";
      if (verdict === "refused") return { outcome: verdict };
      const approvals = await tx.query<Approver & Record<string, unknown>>(sql.APPROVALS, [id]);
      const needsTwo = amount > deps.payouts.fourEyesAbove || verdict === "second";
      const word = await besideApprovals(tx, by, { approvals, needsTwo });
      if (word === "own") return { outcome: "same-operator" };
      if (word === "related" || word === "new") return { outcome: word };
      await tx.query(sql.ADD_APPROVAL, [id, by.operatorId]);
      if (word === "first") {
        // No money has moved, but the player sees that the review has begun.
        await publishMoney(tx, playerId, { id, type: "withdrawal", status: "pendingReview" });
        return { outcome: "second-needed", alone: 0n };
      }
      await move(tx, paidOut(order));
      await tx.query(sql.FINISH, [id, "passed", null, null]);
      await lockAddresses(tx, playerId);
      await sendMessage(tx, {
        playerId,
        template: "withdrawalPassed",
        values: { amount: formatMoney(amount) },
      });
      await publishMoney(tx, playerId, { id, type: "withdrawal", status: "passed" });
      return { outcome: "done", alone: needsTwo ? 0n : amount };
    });
}

/** Cancels a withdrawal and returns its amount; the player is told why. */
export function cancelWithdrawal(deps: DecideDeps): Review<MoneyRecord> {
  return (id, by) => {
    const { told: reason } = by;
    if (reason === undefined) throw new Error("a withdrawal is cancelled with a reason");
    return decide(deps, { id, by }, async (tx, order) => {
      const { playerId, amount } = order;
      const after = order.balance + amount;
      await move(tx, [transfer(order, { code: "withdrawal-return", credit: cashAccount(playerId), amount })]);
      await tx.query(sql.FINISH, [id, "cancelled", reason, after]);
      await sendMessage(tx, {
        playerId,
        template: "withdrawalCancelled",
        values: { amount: formatMoney(amount), reason },
      });
      await publishBalance(tx, playerId, after);
      await publishMoney(tx, playerId, { id, type: "withdrawal", status: "cancelled" });
      return { outcome: "done", alone: 0n };
    });
  };
}

/** Decides about a withdrawal in review, exactly once, with the desk's audit row. */
async function decide(
  deps: DecideDeps,
  { id, by }: { readonly id: bigint; readonly by: Reviewer },
  act: (tx: Queries, order: LockedWithdrawal) => Promise<Decision>,
): Promise<ReviewOutcome<MoneyRecord>> {
  // Reads without locks first, so that late clicks do not queue for the lock.
  const [seen] = await deps.db.query<Found>(sql.FIND, [id]);
  if (seen === undefined) return { outcome: "unknown" };
  if (seen.status !== "pendingReview") return { outcome: "finished" };
  const result = await deps.db.transaction(async (tx): Promise<ReviewOutcome<MoneyRecord>> => {
    await by.begin?.(tx);
    const balance = await lockCash(tx, seen.player_id);
    const [order] = await tx.query<Found>(sql.LOCK, [id]);
    if (order?.status !== "pendingReview") return { outcome: "finished" };
    if (await isStopped(tx)) return { outcome: "stopped" };
    const { player_id: playerId, amount, fee } = order;
    const acted = await act(tx, { id, playerId, amount, fee, balance });
    if (!("alone" in acted)) return acted;
    const { outcome, alone } = acted;
    await by.within(tx, alone);
    if (outcome === "second-needed") return { outcome };
    const [record] = await withdrawalRecords(tx, deps, [id]);
    if (record === undefined) throw new Error(`withdrawal ${String(id)} is gone`);
    return { outcome, record };
  });
  if (result.outcome === "done" || result.outcome === "second-needed") deps.notify();
  return result;
}

function paidOut(order: LockedWithdrawal): readonly Transfer[] {
  const { amount, fee } = order;
  const out = transfer(order, {
    code: "withdrawal",
    credit: HOUSE_ACCOUNTS.clearing,
    amount: amount - fee,
  });
  return fee === 0n
    ? [out]
    : [out, transfer(order, { code: "withdrawal-fee", credit: HOUSE_ACCOUNTS.house, amount: fee })];
}

function transfer(
  { id, playerId }: LockedWithdrawal,
  to: Pick<Transfer, "code" | "credit" | "amount">,
): Transfer {
  return { ...to, debit: holdAccount(playerId), reference: String(id), playerId };
}

async function move(tx: Queries, transfers: readonly Transfer[]): Promise<void> {
  // Held since the request: if it is missing, the books are wrong.
  if (!(await post(tx, transfers))) throw new Error("a withdrawal was refused by the ledger");
}
