import { AttemptKey } from "@lotus/client";
import { CALLS, type MoneyRecord } from "@lotus/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { api } from "../../session/api.ts";
import { readerZone } from "../game-data/queries.ts";
import { sendKept } from "../outcomes/send-kept.ts";
import { isMoneyRecord, RECORDS_KEY } from "../record-list/record-queries.ts";

/** Polling interval of a waiting order, in case its event was missed. */
const ASK_AGAIN_MS = 30_000;

/** The current state of a recharge, updated when it passes or ends. */
export function useRechargeOrder(order: MoneyRecord): MoneyRecord {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: orderKey(order.orderNo),
    queryFn: async ({ signal }): Promise<MoneyRecord> => {
      const query = { type: "recharge", range: "7d", pageSize: 100, ...readerZone() } as const;
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

/** An action of the player on a waiting order; resolves to the updated order. */
export function useOrderAction(action: "confirmPaid" | "cancelRecharge") {
  const client = useQueryClient();
  const [attempt] = useState(() => new AttemptKey());
  return useMutation({
    mutationFn: (orderNo: string): Promise<MoneyRecord> =>
      sendKept(action, { body: { order_no: orderNo } }, { of: orderNo, attempt }),
    onSuccess: (order) => client.setQueryData(orderKey(order.orderNo), order),
    // After a refusal or a lost reply the order may have changed: fetch it again.
    onSettled: () => client.invalidateQueries({ queryKey: RECORDS_KEY }),
  });
}

function orderKey(orderNo: string): readonly string[] {
  return [...RECORDS_KEY, "order", orderNo];
}
