import { AttemptKey, isRefusal } from "@lotus/client";
import type { BetRecord } from "@lotus/contract";
import { sendKept } from "../../../features/outcomes/send-kept.ts";
import { balanceOfReply } from "../../../session/user-info.ts";

/** What became of a bet that was to be cancelled. */
export type CancelOutcome =
  | { readonly kind: "cancelled"; readonly refund: string }
  /** Its sale has closed. */
  | { readonly kind: "tooLate" }
  | { readonly kind: "refused" }
  /** No answer came; the app asks for it later, and the same bet once more is a retry. */
  | { readonly kind: "unknown" };

/** Requests under way at once: few enough that the first to close come first. */
const AT_ONCE = 4;

/** Refusals that are told beside their bet. */
const SHOWN_IN_PLACE = ["PERIOD_CLOSED", "ORDER_NOT_CANCELLABLE", "ORDER_UNKNOWN", "MONEY_STOPPED"] as const;

/** Sends the cancellation of one bet, under a key of its own. */
export type SendCancel = (order: BetRecord) => Promise<CancelOutcome>;

/** Cancels bets one by one, a few at once, those that close first before others; tells the outcome of each. */
export async function cancelMany(
  orders: readonly BetRecord[],
  send: SendCancel,
  onOutcome: (orderNo: string, outcome: CancelOutcome) => void,
): Promise<void> {
  const waiting = orders.toSorted((one, other) => (one.drawAt ?? 0) - (other.drawAt ?? 0));
  const work = async (): Promise<void> => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift())
      onOutcome(order.orderNo, await send(order));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * Sends cancellations. The key of a bet is kept until its outcome is known, so that a second try never cancels twice.
 * `beforeSent` is called for each bet first.
 */
export function cancelSender(beforeSent: (order: BetRecord) => Promise<void>): SendCancel {
  const attempts = new Map<string, AttemptKey>();
  return async (order) => {
    const { orderNo } = order;
    const attempt = attempts.get(orderNo) ?? new AttemptKey();
    attempts.set(orderNo, attempt);
    try {
      await beforeSent(order);
      const showBalance = balanceOfReply();
      const input = { params: { orderNo } };
      const options = { of: orderNo, attempt, shownInPlace: SHOWN_IN_PLACE };
      const { balance, refund } = await sendKept("cancel", input, options);
      showBalance(balance);
      return { kind: "cancelled", refund };
    } catch (error) {
      if (isRefusal(error, "PERIOD_CLOSED")) return { kind: "tooLate" };
      return { kind: isRefusal(error, ...SHOWN_IN_PLACE) ? "refused" : "unknown" };
    }
  };
}
