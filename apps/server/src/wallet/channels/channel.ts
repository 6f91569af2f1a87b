import type { Payment } from "@lotus/contract";
import type { ServerMessageKey } from "@lotus/locales";
import { ceilDivide, type Money } from "@lotus/money";
import type { OpeningHours } from "../../settings/opening-hours.ts";

/** A recharge channel. Each is a module of its own; the wallet depends on none. */
export interface RechargeChannel {
  readonly id: string;
  readonly kind: "demo" | "bank" | "wallet";
  readonly name: ServerMessageKey;
  /** True for a sample channel of a demo: money sent to it does not arrive anywhere. */
  readonly sample: boolean;
  readonly min: Money;
  readonly max: Money;
  /** Amounts must be a multiple of this, so that they are whole units of the bank. */
  readonly step: Money;
  readonly fee: ChannelFee;
  /** Opening hours by the server's clock; null for always. */
  readonly hours: OpeningHours | null;
  /** Rate of one coin in minor units, and its decimals; null if it is not a coin. */
  readonly coin: { readonly currency: string; readonly rate: Money; readonly digits: number } | null;
  /** Initial state of an order: passed at once, or waiting for payment. */
  readonly begins: { readonly as: "passed" } | PaidLater;
}

/** Fee of a channel, on top of the credited amount. */
export interface ChannelFee {
  /** Hundredths of a percent of the amount. */
  readonly basisPoints: bigint;
  readonly fixed: Money;
}

/** An order that waits for payment. */
export interface PaidLater {
  readonly as: "pendingReview";
  /** How long the player has to pay. */
  readonly expiresInMs: number;
  /** Minimum waiting time once the player has reported the payment. */
  readonly graceMs: number;
  /**
   * Number of orders of one amount that can be distinguished by the amount due. 1 if the transfer carries the order's
   * reference; otherwise `due` differs for every tail below it, and no two waiting orders get the same.
   */
  readonly tails: number;
  /** Secret that signs this channel's notices; null if it sends none. */
  readonly noticeSecret: string | null;
  /** Amount due for a total including the fee. */
  due(total: Money, tail: number): Due;
  /** Payment instructions for the player. */
  sheet(order: { readonly reference: string; readonly due: Due; readonly expiresAt: number }): Payment;
}

/** An amount in a bank's or chain's notation: a decimal without grouping, in the currency of the channel. */
export interface Due {
  readonly amount: string;
  readonly currency: string;
}

/** The fee of an amount, rounded up so that their sum is whole units of the bank. */
export function feeOf({ fee, step }: Pick<RechargeChannel, "fee" | "step">, amount: Money): Money {
  const exact = ceilDivide(amount * fee.basisPoints, 10_000n) + fee.fixed;
  return ceilDivide(exact, step) * step;
}
