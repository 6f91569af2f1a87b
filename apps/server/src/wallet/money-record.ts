import type { MoneyRecord } from "@lotus/contract";
import { formatMoney } from "@lotus/money";

export type MoneyOrderType = "recharge" | "withdrawal";

/** A stored recharge or withdrawal. */
export interface MoneyOrder {
  readonly id: bigint;
  readonly type: MoneyOrderType;
  readonly channel: string;
  readonly status: MoneyRecord["status"];
  readonly amount: bigint;
  readonly fee: bigint;
  /** Epoch milliseconds. */
  readonly created: bigint;
  readonly finished: bigint | null;
  readonly reason: string | null;
  readonly balance_after: bigint | null;
}

const LETTERS = { recharge: "R", withdrawal: "W" } as const;

/** Number of a recharge or withdrawal: a letter for its type, then its id, which starts with the day. */
export function moneyOrderNo(type: MoneyOrderType, id: bigint | string): string {
  return LETTERS[type] + String(id);
}

/** The id in the number of an order of that type, or null when the text is none. */
export function parseMoneyOrderNo(type: MoneyOrderType, orderNo: string): bigint | null {
  if (!orderNo.startsWith(LETTERS[type]) || !/^[A-Z]\d{19}$/u.test(orderNo)) return null;
  const id = BigInt(orderNo.slice(1));
  return id < 2n ** 63n ? id : null;
}

/** A recharge or withdrawal as the API returns it. */
export function moneyRecord(order: MoneyOrder, channelName: string | undefined): MoneyRecord {
  return {
    orderNo: moneyOrderNo(order.type, order.id),
    type: order.type,
    subType: order.channel,
    status: order.status,
    amount: formatMoney(order.amount),
    fee: formatMoney(order.fee),
    time: Number(order.created),
    ...(order.finished === null ? {} : { finishedAt: Number(order.finished) }),
    ...(order.reason === null ? {} : { reason: order.reason }),
    ...(channelName === undefined ? {} : { channelName }),
    ...(order.balance_after === null ? {} : { balanceAfter: formatMoney(order.balance_after) }),
  };
}
