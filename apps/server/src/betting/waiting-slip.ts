import type { Money } from "@lotus/money";
import type { BetLimits } from "./game-switches.ts";
import type { AcceptedOrder, ReceiptText } from "./receipts.ts";
import type { ReadSlip } from "./slip.ts";

/** A slip that the rules allow, waiting to be placed. */
export interface WaitingSlip {
  readonly playerId: bigint;
  readonly key: string | undefined;
  readonly bodyHash: Uint8Array;
  readonly game: string;
  readonly periodNo: string;
  readonly slip: ReadSlip;
  readonly caps: PayoutCaps;
  /** Of a bet of a chase: its place in the plan, from 1. Its stake comes from what the chase has set aside. */
  readonly chase?: { readonly id: bigint; readonly place: number };
}

/** Caps on what the orders of a period may be paid together. */
export type PayoutCaps = Pick<
  BetLimits,
  "maxPayoutSelection" | "maxPayoutPeriod" | "houseMaxPayoutSelection"
>;

/** An accepted slip: its orders line by line with their receipts, and the balance after it. */
export interface PlacedSlip {
  readonly outcome: "accepted";
  readonly orders: readonly { readonly order: AcceptedOrder; readonly receipt: ReceiptText }[];
  readonly balance: Money;
}

/** Outcome of a slip. `reply` is what the placing statement stored under the key. */
export type SlipOutcome =
  | PlacedSlip
  | { readonly outcome: "replay"; readonly reply: string }
  | {
      /** The player's cap on a selection or on the period, or the operator's on a selection. */
      readonly outcome: "selection-cap" | "period-cap" | "house-cap";
      /** How much could still be won under the cap. */
      readonly left: Money;
      /** The line that exceeded the cap on a selection, from 1. */
      readonly line: number | null;
    }
  | {
      /** The key is another request's, or given up. */
      readonly outcome: "conflict";
    }
  | {
      readonly outcome:
        | "period-unknown"
        | "period-not-open"
        | "period-closed"
        | "stopped"
        | "excluded"
        | "stake-limit"
        | "loss-limit"
        | "no-funds"
        /** A bet of a chase whose turn it is not, or whose period is not on sale: nothing was done. */
        | "stale";
    };

/** What this process knows of the database's clock. */
export interface KnownClock {
  /** Whether nothing may be accepted by it: it leapt, or no quorum of witnesses watches what is done by it. */
  readonly held: () => boolean;
  /** Its expected time (epoch ms); null when unknown. */
  readonly expected: () => number | null;
}
