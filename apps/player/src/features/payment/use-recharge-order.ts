import { CALLS, type MoneyRecord } from "@lotus/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveEvent } from "../../live/live-events.ts";
import { api } from "../../session/api.ts";
import { tzOffset } from "../game-data/queries.ts";
import { isMoneyRecord, RECORDS_KEY } from "../record-list/record-queries.ts";

const ORDER_CALLS = { cancelRecharge: CALLS.cancelRecharge, confirmPaid: CALLS.confirmPaid };

/** How often a waiting order is asked for, should its event have been missed. */
const ASK_AGAIN_MS = 30_000;

/** A recharge as it stands now: the server tells when it passes or ends. */
export function useRechargeOrder(order: MoneyRecord): MoneyRecord {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: orderKey(order.orderNo),
    queryFn: async ({ signal }): Promise<MoneyRecord> => {
      const query = { type: "recharge", range: "7d", pageSize: 100, tzOffset: tzOffset() } as const;
      const { list } = await api.call(CALLS.orderList, { query }, { signal, hideErrors: true });
      return list.filter(isMoneyRecord).find(({ orderNo }) => orderNo === order.orderNo) ?? order;
    },
    initialData: order,
    enabled: order.status === "pendingReview",
    refetchInterval: ({ state }) => (state.data?.status === "pendingReview" ? ASK_AGAIN_MS : false),
  });
  useLiveEvent("money", ({ orderNo }) => {
    if (orderNo === order.orderNo) void client.invalidateQueries({ queryKey: RECORDS_KEY });
  });
  return data;
}

/** What a player does to a waiting order; the answer is the order as it then stands. */
export function useOrderAction(action: "confirmPaid" | "cancelRecharge") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (orderNo: string): Promise<MoneyRecord> =>
      api.call(ORDER_CALLS[action], { body: { order_no: orderNo } }),
    onSuccess: (order) => client.setQueryData(orderKey(order.orderNo), order),
    // Refused or lost, the order may have changed meanwhile: look again.
    onSettled: () => client.invalidateQueries({ queryKey: RECORDS_KEY }),
  });
}

function orderKey(orderNo: string): readonly string[] {
  return [...RECORDS_KEY, "order", orderNo];
}
