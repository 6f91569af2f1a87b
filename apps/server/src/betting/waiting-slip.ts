import type { BetReceipt } from "@lotus/contract";
import type { Money } from "@lotus/money";
import type { BetLimits } from "./game-switches.ts";
import type { AcceptedOrder } from "./receipts.ts";
import type { ReadSlip } from "./slip.ts";

/** A slip the rules allow, on its way to the database. */
export interface WaitingSlip {
  readonly playerId: bigint;
  readonly key: string | undefined;
  readonly bodyHash: Uint8Array;
  readonly game: string;
  readonly periodNo: string;
  readonly slip: ReadSlip;
  readonly caps: PayoutCaps;
}

/** What the orders of a period may pay together. */
export type PayoutCaps = Pick<
  BetLimits,
  "maxPayoutSelection" | "maxPayoutPeriod" | "houseMaxPayoutSelection"
>;

/** An accepted slip: its orders line by line with their receipts, and the balance after it. */
export interface PlacedSlip {
  readonly outcome: "accepted";
  readonly orders: readonly { readonly order: AcceptedOrder; readonly receipt: BetReceipt }[];
  readonly balance: Money;
}

/** What became of a slip. `reply` is what the placing statement kept under the key. */
export type SlipOutcome =
  | PlacedSlip
  | { readonly outcome: "replay"; readonly reply: string }
  | {
      /** The player's cap on a selection or on the period, or the server's on a selection. */
      readonly outcome: "selection-cap" | "period-cap" | "house-cap";
      /** How much could still be won there. */
      readonly left: Money;
      /** The line by which the cap on a selection was passed, from 1. */
      readonly line: number | null;
    }
  | {
      readonly outcome:
        | "conflict"
        | "period-unknown"
        | "period-not-open"
        | "period-closed"
        | "stopped"
        | "no-funds";
    };

/** The database's clock, as this process knows it. */
export interface KnownClock {
  /** Whether it leapt, and nothing is to be taken by it. */
  readonly held: () => boolean;
  /** What it should say (epoch ms); null where that is not known. */
  readonly expected: () => number | null;
}
