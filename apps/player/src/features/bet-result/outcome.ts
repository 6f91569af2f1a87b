import type { BetRecord } from "@lotus/contract";
import type { Money } from "@lotus/money";
import { wireMoney } from "../../api/wire-money.ts";

/** What the bets of one period came to. */
export interface PeriodOutcome {
  readonly stake: Money;
  readonly payout: Money;
  readonly refund: Money;
  /** Payout and refund less the stake. */
  readonly net: Money;
  /** Every order has its end. */
  readonly settled: boolean;
}

/**
 * How a result is told: `won` celebrates; `belowStake` states what was paid without celebration; `lost`, even
 * where a part of the stake came back; `refunded` when all of it did and nothing was won.
 */
export type ResultLayout = "won" | "belowStake" | "lost" | "refunded";

/** Adds up the orders of a period. Cancelled ones are left out: their stake came back before the draw. */
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

/** The layout of a result: a payout that does not reach the stake is no reason to celebrate. */
export function resultLayout({ stake, payout, refund }: PeriodOutcome): ResultLayout {
  if (payout === 0n) return refund > 0n && refund === stake ? "refunded" : "lost";
  return payout + refund < stake ? "belowStake" : "won";
}
