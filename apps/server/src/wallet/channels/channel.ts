import type { ServerMessageKey } from "@lotus/locales";
import type { Money } from "@lotus/money";

/** A way to recharge. Each channel is one module; the wallet knows none by name. */
export interface RechargeChannel {
  readonly id: string;
  readonly kind: "demo" | "bank" | "wallet";
  readonly name: ServerMessageKey;
  readonly min: Money;
  readonly max: Money;
  /** Amounts must be a multiple of this. */
  readonly step: Money;
  /** How an order of this channel begins: passed at once, or waiting for the money until it expires. */
  readonly begins: { readonly as: "passed" } | { readonly as: "pendingReview"; readonly expiresInMs: number };
  /** Where to pay, for a channel that waits for money. `reference` is the order's number. */
  payment?(order: {
    readonly reference: string;
    readonly amount: Money;
    readonly expiresAt: number;
  }): Payment;
}

/** What a player needs to pay. Times are epoch milliseconds. */
export interface Payment {
  readonly kind: string;
  readonly payee?: string;
  readonly account?: string;
  readonly bank?: string;
  readonly reference: string;
  readonly qr?: string;
  readonly expiresAt: number;
}
