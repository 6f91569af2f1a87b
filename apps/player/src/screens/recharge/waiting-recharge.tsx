import { CALLS, type MoneyRecord } from "@lotus/contract";
import { Button, ClockIcon, Strip } from "@lotus/ui";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveEvent } from "../../live/live-events.ts";
import { readerZone } from "../../features/game-data/queries.ts";
import { rechargeState } from "../../features/payment/recharge-state.ts";
import { isMoneyRecord, RECORDS_KEY } from "../../features/record-list/record-queries.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { api } from "../../session/api.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

export const waitingRechargesQuery = queryOptions({
  queryKey: [...RECORDS_KEY, "waiting"],
  queryFn: async ({ signal }): Promise<readonly MoneyRecord[]> => {
    const query = { type: "recharge", range: "7d", status: "pendingReview", ...readerZone() } as const;
    const { list } = await api.call(CALLS.orderList, { query }, { signal, hideErrors: true });
    return list.filter(isMoneyRecord);
  },
});

/** Recharges that still wait for payment, each with a link to its payment page. */
export function WaitingRecharges({ onOpen }: { onOpen: (order: MoneyRecord) => void }) {
  const { t, money } = useI18n();
  const { currency } = useAppConfig();
  const client = useQueryClient();
  const orders = useQuery(waitingRechargesQuery).data ?? [];
  useLiveEvent("money", () => void client.invalidateQueries({ queryKey: waitingRechargesQuery.queryKey }));
  return orders.map((order) => (
    <Strip
      key={order.orderNo}
      icon={<ClockIcon size={20} aria-hidden />}
      action={
        <Button variant="ghost" size="s" onClick={() => onOpen(order)}>
          {t("payment.show")}
        </Button>
      }
    >
      {rechargeState(order) === "unpaid"
        ? t("payment.title", { amount: money(order.amount), unit: currency.symbol })
        : `${money(order.amount)} ${currency.symbol} · ${t(
            order.payment === undefined ? "payment.inReview" : "payment.confirmed",
          )}`}
    </Strip>
  ));
}
