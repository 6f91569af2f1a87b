import type { CommittedPayout } from "./committed.ts";
import type { BetReceipt } from "./receipt.ts";

/** The reply of the receipt call: an order's receipt, and where it is among the bets and the payouts of its period. */
export interface BetReceiptReply extends BetReceipt {
  /** Epoch milliseconds; set if the order was cancelled before the close. */
  readonly cancelledAt?: number | undefined;
  /** Once closed: path of the leaf to `betsRoot` of the close. */
  readonly closePath?: readonly string[] | undefined;
  readonly closeIndex?: number | undefined;
  readonly closeSize?: number | undefined;
  /** Once settled: the payout's leaf and its path to `payoutsRoot`; null if nothing was paid or refunded. */
  readonly payoutLeaf?: CommittedPayout | null | undefined;
  readonly payoutPath?: readonly string[] | undefined;
  readonly payoutIndex?: number | undefined;
  readonly payoutSize?: number | undefined;
}

/**
 * Everything that is needed to verify a bet. The proof must have been fetched before the receipt: what the proof says
 * has happened, the receipt must then know.
 */
export interface BetProofDocument {
  readonly receipt: BetReceiptReply;
  /** A proof document of the bet's draw; verified by `checkDraw`, whatever it is. */
  readonly proof: unknown;
}
