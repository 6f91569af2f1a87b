import type { MoneyRecord } from "@lotus/contract";
import type { I18n } from "../../i18n/use-i18n.tsx";

/** State of a recharge: its status on the server, or `unpaid` while only the payment is missing. */
export function rechargeState(order: Pick<MoneyRecord, "status" | "payment" | "confirmedAt">) {
  const isUnpaid =
    order.status === "pendingReview" && order.payment !== undefined && order.confirmedAt === undefined;
  return isUnpaid ? "unpaid" : order.status;
}

/** What came of what was asked for, in words; undefined where these are the same. */
export function cameOf(
  { asked, came }: Pick<MoneyRecord, "asked" | "came">,
  { t, money }: Pick<I18n, "t" | "money">,
): string | undefined {
  if (asked === undefined || came === undefined) return undefined;
  return t("payment.cameOf", { came: money(came), asked: money(asked) });
}
