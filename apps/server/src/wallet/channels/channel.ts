import type { Payment } from "@lotus/contract";
import type { ServerMessageKey } from "@lotus/locales";
import { ceilDivide, type Money } from "@lotus/money";
import type { OpeningHours } from "../../settings/opening-hours.ts";

/** A way to recharge. Each channel is one module; the wallet knows none by name. */
export interface RechargeChannel {
  readonly id: string;
  readonly kind: "demo" | "bank" | "wallet";
  readonly name: ServerMessageKey;
  /** True for a channel that is there to be looked at: money sent to it arrives nowhere. */
  readonly sample: boolean;
  readonly min: Money;
  readonly max: Money;
  /** Amounts must be a multiple of this: what comes to whole units of the bank. */
  readonly step: Money;
  readonly fee: ChannelFee;
  /** When it takes orders, on the server's clock; null for always. */
  readonly hours: OpeningHours | null;
  /** What one coin is worth, in minor units, and the decimals it is asked for with; null where no coin is paid. */
  readonly coin: { readonly currency: string; readonly rate: Money; readonly digits: number } | null;
  /** How an order of this channel begins: passed at once, or waiting for its money. */
  readonly begins: { readonly as: "passed" } | PaidLater;
}

/** What a channel takes for itself, on top of what is credited. */
export interface ChannelFee {
  /** Hundredths of a percent of the amount. */
  readonly basisPoints: bigint;
  readonly fixed: Money;
}

/** An order that waits until its money has come. */
export interface PaidLater {
  readonly as: "pendingReview";
  /** How long the player has to pay. */
  readonly expiresInMs: number;
  /** How long the order waits at least once the player has said that they paid. */
  readonly graceMs: number;
  /**
   * How many orders of one amount can be told apart by what they ask for. 1 where a transfer carries the order's
   * reference; above, `due` is different for every tail below it, and no two waiting orders get the same.
   */
  readonly tails: number;
  /** Signs the notices of this channel; null when it sends none. */
  readonly noticeSecret: string | null;
  /** What is to be sent for an amount with its fee. */
  due(total: Money, tail: number): Due;
  /** What a player needs to pay. */
  sheet(order: { readonly reference: string; readonly due: Due; readonly expiresAt: number }): Payment;
}

/** An amount as a bank or a chain writes it: a decimal without grouping, in the currency of the channel. */
export interface Due {
  readonly amount: string;
  readonly currency: string;
}

/** The fee of an amount, rounded up so that both together come to whole units of the bank. */
export function feeOf({ fee, step }: Pick<RechargeChannel, "fee" | "step">, amount: Money): Money {
  const exact = ceilDivide(amount * fee.basisPoints, 10_000n) + fee.fixed;
  return ceilDivide(exact, step) * step;
}
