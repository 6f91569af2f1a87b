import type { CheckClock, Queries, Transactions } from "../../db/database.ts";
import { cancelRecharge } from "./decide.ts";
import { orderIdIn } from "./notices.ts";
import * as sql from "./recharges.sql.ts";
import { lockRecharge, type LockedRecharge, type RechargeRow } from "./row.ts";

/** Why a player cannot do this to a recharge. */
export type OwnRefusal = "MONEY_ORDER_UNKNOWN" | "MONEY_ORDER_FINISHED";

/** A player gives up a recharge of theirs. What they said they paid, or what money came for, is the desk's. */
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
 * A player says that they paid: the order waits `graceMs` at least from now on. Said again it changes nothing. Throws
 * ClockLeapt where how long it waits would follow a clock that is not where it should be.
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
    // Over is over, even in the seconds before it is swept up.
    const over = row.over === true && row.trouble === null;
    const [told] = over ? [] : await tx.query<{ confirmed: bigint }>(sql.CONFIRM, [row.id, graceMs]);
    await checkClock(tx);
    if (over) return "MONEY_ORDER_FINISHED";
    if (told === undefined) throw new Error("a payment was not confirmed");
    return { ...row, confirmed: told.confirmed };
  });
}

async function lockOwn(tx: Queries, playerId: bigint, orderNo: string): Promise<LockedRecharge | OwnRefusal> {
  const id = orderIdIn(orderNo);
  const locked = id === null ? null : await lockRecharge(tx, id);
  if (locked === null || locked.row.player_id !== playerId) return "MONEY_ORDER_UNKNOWN";
  return locked.row.status === "pendingReview" ? locked : "MONEY_ORDER_FINISHED";
}
