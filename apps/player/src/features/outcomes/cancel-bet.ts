import { AttemptKey, isRefusal } from "@lotus/client";
import { balanceOfReply } from "../../session/user-info.ts";
import { sendKept } from "./send-kept.ts";

/** What became of a bet that was to be cancelled. */
export type CancelOutcome =
  | { readonly kind: "cancelled"; readonly refund: string }
  /** Its sale has closed. */
  | { readonly kind: "tooLate" }
  | { readonly kind: "refused" }
  /** No answer came; the app asks for it later, and the same bet once more is a retry. */
  | { readonly kind: "unknown" };

/** Refusals that are told beside their bet. */
const SHOWN_IN_PLACE = ["PERIOD_CLOSED", "ORDER_NOT_CANCELLABLE", "ORDER_UNKNOWN", "MONEY_STOPPED"] as const;

/** Sends the cancellation of one bet, under a key of its own. */
export type SendCancel<Bet> = (bet: Bet) => Promise<CancelOutcome>;

/**
 * Sends cancellations. The key of a bet is kept until its outcome is known, so that a second try never cancels twice.
 * `beforeSent` is called for each bet first.
 */
export function cancelSender<Bet extends { readonly orderNo: string }>(
  beforeSent: (bet: Bet) => Promise<void>,
): SendCancel<Bet> {
  const attempts = new Map<string, AttemptKey>();
  return async (bet) => {
    const { orderNo } = bet;
    const attempt = attempts.get(orderNo) ?? new AttemptKey();
    attempts.set(orderNo, attempt);
    try {
      await beforeSent(bet);
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
