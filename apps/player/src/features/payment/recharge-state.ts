import type { MoneyRecord } from "@lotus/contract";

/** State of a recharge: its status on the server, or `unpaid` while only the payment is missing. */
export function rechargeState(order: Pick<MoneyRecord, "status" | "payment" | "confirmedAt">) {
  const isUnpaid =
    order.status === "pendingReview" && order.payment !== undefined && order.confirmedAt === undefined;
  return isUnpaid ? "unpaid" : order.status;
}
