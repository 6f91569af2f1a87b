import type { BetRecord } from "@lotus/contract";
import type { Money } from "@lotus/money";
import { wireMoney } from "../../api/wire-money.ts";

/** Outcome of the player's bets on one period. */
export interface PeriodOutcome {
  readonly stake: Money;
  readonly payout: Money;
  readonly refund: Money;
  /** Payout and refund less the stake. */
  readonly net: Money;
  /** True once no order is open. */
  readonly settled: boolean;
}

/**
 * How a result is presented: `won` celebrates; `belowStake` shows the payout without celebration; `lost`, even if part
 * of the stake was refunded; `refunded` if all of it was and nothing was won.
 */
export type ResultLayout = "won" | "belowStake" | "lost" | "refunded";

/** Sums the orders of a period without the cancelled ones, whose stake was returned before the draw. */
export function periodOutcome(
  orders: readonly Pick<BetRecord, "status" | "total" | "payout" | "refund">[],
): PeriodOutcome {
  let [stake, payout, refund, settled] = [0n, 0n, 0n, true];
  for (const order of orders) {
    if (order.status === "cancelled") continue;
    stake += wireMoney(order.total);
    payout += wireMoney(order.payout);
    refund += wireMoney(order.refund);
    if (order.status === "notDrawn" || order.status === "drawn") settled = false;
  }
  return { stake, payout, refund, net: payout + refund - stake, settled };
}

/** Layout of a result: a payout below the stake is not celebrated. */
export function resultLayout({ stake, payout, refund }: PeriodOutcome): ResultLayout {
  if (payout === 0n) return refund > 0n && refund === stake ? "refunded" : "lost";
  return payout + refund < stake ? "belowStake" : "won";
}
