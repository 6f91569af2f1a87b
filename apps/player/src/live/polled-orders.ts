import type { ApiClient } from "@lotus/client";
import { CALLS, type BetRecord, type MoneyRecord, type StreamEvents } from "@lotus/contract";

/** The newest of each kind are enough: older ones have been reported long ago. */
const NEWEST = 30;

const OPEN = new Set<string>(["notDrawn", "drawn", "pendingReview"]);

/** Detects by polling how a player's orders were settled. One watch per player. */
export interface OrderWatch {
  /** Whether any order is still open. */
  readonly isAnyOpen: () => boolean;
  /** Polls once and reports what changed since the last time. The first poll reports nothing: it sets the baseline. */
  readonly poll: (signal: AbortSignal) => Promise<void>;
}

interface OrderWatchDeps {
  readonly api: ApiClient;
  readonly onOrder: (order: StreamEvents["order"]) => void;
  readonly onMoney: (order: StreamEvents["money"]) => void;
}

export function watchOrders({ api, onOrder, onMoney }: OrderWatchDeps): OrderWatch {
  let statuses: ReadonlyMap<string, string> | undefined;

  async function poll(signal: AbortSignal): Promise<void> {
    const [bets, recharges, withdrawals] = await Promise.all([
      fetchBets(api, signal),
      fetchMoney(api, "recharge", signal),
      fetchMoney(api, "withdrawal", signal),
    ]);
    const before = statuses;
    const money = [...recharges, ...withdrawals];
    statuses = new Map([...bets, ...money].map(({ orderNo, status }) => [orderNo, status]));
    if (before === undefined) return;
    for (const { orderNo, gameCode, prizeNo, total, payout, refund, status } of bets) {
      // A placed order is no news, and "drawn" only precedes "settled" by a moment.
      if (!OPEN.has(status) && before.get(orderNo) !== status)
        onOrder({ orderNo, gameCode, prizeNo, total, payout, refund, status });
    }
    for (const { orderNo, type, status } of money) {
      if (before.get(orderNo) !== status) onMoney({ orderNo, type, status });
    }
  }

  return {
    isAnyOpen: () => statuses !== undefined && [...statuses.values()].some((status) => OPEN.has(status)),
    poll,
  };
}

async function fetchBets(api: ApiClient, signal: AbortSignal): Promise<readonly BetRecord[]> {
  const input = { params: { gameCode: "ALL" }, query: { range: "3d", pageSize: NEWEST } } as const;
  return (await api.call(CALLS.betList, input, { signal, hideErrors: true })).list;
}

async function fetchMoney(
  api: ApiClient,
  type: MoneyRecord["type"],
  signal: AbortSignal,
): Promise<readonly MoneyRecord[]> {
  const query = { type, range: "7d", pageSize: NEWEST } as const;
  const { list } = await api.call(CALLS.orderList, { query }, { signal, hideErrors: true });
  return list.filter((record) => "status" in record);
}
