import { DESK_CALLS, permissionOf } from "@lotus/contract/desk";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { deskPage } from "../lists.ts";
import type { DeskContext, DeskRoom } from "../room.ts";
import { listOrders, orderIdOf, readOrder, type OrderType } from "./orders.ts";

/** Recharges and withdrawals: looked at, passed and cancelled. */
export function orderCalls(room: DeskRoom): BoundCall[] {
  return [
    listCall(room, "recharge"),
    listCall(room, "withdrawal"),
    oneCall(room, "recharge"),
    oneCall(room, "withdrawal"),
    reviewCall(room, "recharge", "pass"),
    reviewCall(room, "recharge", "cancel"),
    reviewCall(room, "withdrawal", "pass"),
    reviewCall(room, "withdrawal", "cancel"),
    revealCall(room),
  ];
}

function listCall(room: DeskRoom, type: OrderType): BoundCall {
  const call = type === "recharge" ? DESK_CALLS.recharges : DESK_CALLS.withdrawals;
  return bind(call, async ({ query }) => {
    const { rows, nextCursor } = await deskPage(query, (at) => listOrders(room, type, query, at));
    return accept({ list: rows.map(({ record }) => record), nextCursor });
  });
}

function oneCall(room: DeskRoom, type: OrderType): BoundCall {
  const call = type === "recharge" ? DESK_CALLS.recharge : DESK_CALLS.withdrawal;
  return bind(call, async ({ params }) => {
    const id = orderIdOf(type, params.id);
    const record = id === null ? null : await readOrder(room, type, id);
    return record === null ? refuse("RECORD_UNKNOWN") : accept(record);
  });
}

const REVIEWS = {
  recharge: { pass: DESK_CALLS.passRecharge, cancel: DESK_CALLS.cancelRecharge },
  withdrawal: { pass: DESK_CALLS.passWithdrawal, cancel: DESK_CALLS.cancelWithdrawal },
} as const;

const REFUSALS = {
  unknown: "RECORD_UNKNOWN",
  finished: "STATE_REFUSES",
  stopped: "MONEY_STOPPED",
  "same-operator": "SAME_OPERATOR",
} as const;

/** Passes or cancels: the wallet moves the money, and in its transaction the audit log and the key are written. */
function reviewCall(room: DeskRoom, type: OrderType, act: "pass" | "cancel"): BoundCall {
  const { deeds, doors } = room;
  const review = (type === "recharge" ? doors.wallet.recharges : doors.wallet.withdrawals)[act];
  const action = `${type}.${act}` as const;
  return bind(REVIEWS[type][act], async ({ params, body }, context: DeskContext) => {
    const id = orderIdOf(type, params.id);
    const seen = id === null ? null : await readOrder(room, type, id);
    if (id === null || seen === null) return refuse("RECORD_UNKNOWN");
    const { reason } = body;
    const deed = {
      action,
      subject: `${type} ${params.id}`,
      reason,
      detail: { player: seen.player.id, amount: seen.amount },
    };
    const done = await deeds.within(context, deed, async (within) => {
      // What the table refuses is not even asked for; the wallet decides again under its locks.
      if (!permissionOf(action, context.caller.role, seen.status).allowed)
        return { outcome: "finished" as const };
      const by = { operatorId: context.caller.operatorId, within };
      return await review(id, reason === undefined ? by : { ...by, reason });
    });
    if ("ok" in done) return done;
    if ("result" in done) {
      const { outcome } = done.result;
      if (outcome !== "done" && outcome !== "second-needed") return refuse(REFUSALS[outcome]);
    }
    const record = await readOrder(room, type, id);
    if (record === null) throw new Error(`${params.id} is gone`);
    return accept({ record, waitsForSecond: record.status === "pendingReview" });
  });
}

function revealCall({ deeds, doors }: DeskRoom): BoundCall {
  return bind(DESK_CALLS.revealWithdrawal, async ({ params, body }, context) => {
    const id = orderIdOf("withdrawal", params.id);
    if (id === null) return refuse("RECORD_UNKNOWN");
    const address = await doors.wallet.withdrawals.readAddress(id, {
      operatorId: context.caller.operatorId,
      within: (tx) =>
        deeds.write(tx, context, {
          action: "withdrawal.reveal",
          subject: `withdrawal ${params.id}`,
          reason: body.reason,
        }),
    });
    if (address === null) return refuse("RECORD_UNKNOWN");
    const { kind, bankName, network, number, realName } = address;
    return accept({ kind, place: bankName ?? network ?? "", number, realName });
  });
}
