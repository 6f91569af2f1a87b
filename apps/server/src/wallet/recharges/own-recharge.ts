import type { CheckClock, Queries, Transactions } from "../../db/database.ts";
import { parseMoneyOrderNo } from "../money-record.ts";
import { cancelRecharge } from "./decide.ts";
import * as sql from "./recharges.sql.ts";
import { findRecharge, lockRecharge, type LockedRecharge, type RechargeRow } from "./row.ts";

/** Why a player cannot do this to a recharge. */
export type OwnRefusal = "MONEY_ORDER_UNKNOWN" | "MONEY_ORDER_FINISHED";

/** A player cancels their recharge. If they reported a payment, or one arrived, only the desk may decide. */
export function giveUp(
  db: Transactions,
  playerId: bigint,
  orderNo: string,
): Promise<RechargeRow | OwnRefusal | "RECHARGE_PAID"> {
  return db.transaction(async (tx) => {
    const own = await lockOwn(tx, playerId, orderNo);
    if (typeof own === "string") return own;
    if (own.row.confirmed !== null || own.row.trouble !== null) return "RECHARGE_PAID";
    return cancelRecharge(tx, own, "player", "player");
  });
}

/**
 * A player reports a payment: the order waits at least `graceMs` from now. Idempotent. Throws ClockLeapt if the waiting
 * time would be set by a clock that jumped.
 */
export function confirmPaid(
  db: Transactions,
  { graceMs, checkClock }: { readonly graceMs: number; readonly checkClock: CheckClock },
  playerId: bigint,
  orderNo: string,
): Promise<RechargeRow | OwnRefusal> {
  return db.transaction(async (tx) => {
    const own = await lockOwn(tx, playerId, orderNo);
    if (typeof own === "string") return own;
    const { row } = own;
    if (row.confirmed !== null) return row;
    // An expired order is expired even before the sweep.
    const over = row.over === true && row.trouble === null;
    const [confirmed] = over ? [] : await tx.query<{ confirmed: bigint }>(sql.CONFIRM, [row.id, graceMs]);
    await checkClock(tx);
    if (over) return "MONEY_ORDER_FINISHED";
    if (confirmed === undefined) throw new Error("a payment was not confirmed");
    return { ...row, confirmed: confirmed.confirmed };
  });
}

async function lockOwn(tx: Queries, playerId: bigint, orderNo: string): Promise<LockedRecharge | OwnRefusal> {
  const id = parseMoneyOrderNo("recharge", orderNo);
  // Nobody's money is locked for another's request.
  const seen = id === null ? null : await findRecharge(tx, id);
  const locked = seen?.player_id === playerId ? await lockRecharge(tx, seen.id) : null;
  if (locked === null) return "MONEY_ORDER_UNKNOWN";
  return locked.row.status === "pendingReview" ? locked : "MONEY_ORDER_FINISHED";
}
