import type { BetRecord } from "@lotus/contract";
import type { CancelOutcome, SendCancel } from "../../../features/outcomes/cancel-bet.ts";

/** Requests under way at once: few enough that the first to close come first. */
const AT_ONCE = 4;

/** Cancels bets one by one, a few at once, those that close first before others; tells the outcome of each. */
export async function cancelMany(
  orders: readonly BetRecord[],
  send: SendCancel<BetRecord>,
  onOutcome: (orderNo: string, outcome: CancelOutcome) => void,
): Promise<void> {
  const waiting = orders.toSorted((one, other) => (one.drawAt ?? 0) - (other.drawAt ?? 0));
  const work = async (): Promise<void> => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift())
      onOutcome(order.orderNo, await send(order));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
