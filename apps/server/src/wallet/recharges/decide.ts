import type { PlayerReason } from "@lotus/contract";
import { formatMoney, type Money } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { endDeposit } from "../../registers/registers.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import { publishBalance, publishMoney } from "../money-news.ts";
import { credit } from "./request-recharge.ts";
import * as sql from "./recharges.sql.ts";
import type { EndedBy, LockedRecharge, RechargeRow, RechargeProblem } from "./row.ts";

/**
 * Credits a recharge: status, transfer, message and live events in this transaction. `amount` is what really came,
 * where the desk passes another than was asked for.
 */
export async function passRecharge(
  tx: Queries,
  { row, balance }: LockedRecharge,
  by: Extract<EndedBy, "notice" | "desk">,
  amount: Money = row.amount,
): Promise<RechargeRow> {
  const after = balance + amount;
  const passed = await end(tx, row, {
    status: "passed",
    amount,
    reason: null,
    balance_after: after,
    ended_by: by,
  });
  await credit(tx, { playerId: row.player_id, amount, orderId: row.id });
  await publishBalance(tx, row.player_id, after);
  const told = { playerId: row.player_id, values: { amount: formatMoney(amount) } };
  await (amount === row.amount
    ? sendMessage(tx, { ...told, template: "rechargePassed" })
    : sendMessage(tx, {
        ...told,
        template: "rechargePassedOther",
        values: { ...told.values, asked: formatMoney(row.amount) },
      }));
  return passed;
}

/** Ends a recharge without a credit, for a reason that players are told. */
export async function cancelRecharge(
  tx: Queries,
  { row }: LockedRecharge,
  by: Exclude<EndedBy, "notice">,
  reason: PlayerReason | "expired" | "player",
): Promise<RechargeRow> {
  const { amount } = row;
  // A later approval starts again.
  await tx.query(sql.FORGET_APPROVALS, [row.id]);
  const ended = await end(tx, row, {
    status: "cancelled",
    amount,
    reason,
    balance_after: null,
    ended_by: by,
  });
  // A player who cancelled it needs no message.
  if (by !== "player") {
    await sendMessage(tx, {
      playerId: row.player_id,
      template: "rechargeCancelled",
      values: { amount: formatMoney(amount), reason },
    });
  }
  return ended;
}

/** Puts a recharge in review, even a cancelled one: a payment arrived that does not match it. */
export async function putBeforeDesk(
  tx: Queries,
  { row }: LockedRecharge,
  trouble: RechargeProblem,
): Promise<void> {
  await tx.query(sql.TO_DESK, [row.id, trouble]);
  await publishMoney(tx, row.player_id, { id: row.id, type: "recharge", status: "pendingReview" });
}

type Ending = Pick<RechargeRow, "status" | "amount" | "reason" | "balance_after" | "ended_by">;

async function end(tx: Queries, row: RechargeRow, ending: Ending): Promise<RechargeRow> {
  const { status, amount, reason, balance_after: after, ended_by: by } = ending;
  const values = [row.id, status, amount, reason, after, row.status];
  const [ended] = await tx.query<{ finished: bigint }>(sql.END, values);
  // The lock has been held since the status was read, so this is a bug.
  if (ended === undefined) throw new Error(`recharge ${String(row.id)} changed under its lock`);
  const asked = status === "passed" && amount !== row.amount ? row.amount : null;
  await tx.query(sql.ENDED_BY, [row.id, by, asked]);
  await endDeposit(tx, row.id, { passed: status === "passed", amount });
  const changed = { ...row, ...ending, asked, came: null, finished: ended.finished };
  await publishMoney(tx, row.player_id, changed);
  return changed;
}
