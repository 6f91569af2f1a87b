import type { MoneyRecord } from "@lotus/contract";

/** Where a recharge stands: as the server says, and `unpaid` as long as it waits for nothing but its money. */
export function rechargeState(order: Pick<MoneyRecord, "status" | "payment" | "confirmedAt">) {
  const isUnpaid =
    order.status === "pendingReview" && order.payment !== undefined && order.confirmedAt === undefined;
  return isUnpaid ? "unpaid" : order.status;
}
