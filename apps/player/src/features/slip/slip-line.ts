import type { PickedLine } from "./assess.ts";

/** A line of the slip: picks of one option. */
export interface SlipLine extends PickedLine {
  readonly key: string;
  /** Its own stake per bet as typed, "0.5"; without one it has the slip's. */
  readonly amount?: string;
  /** What it shares with the other lines of the same typed list, so that the slip can show them as one. */
  readonly list?: string;
}

/**
 * One attempt to place a slip: the exact request and its idempotency key, so that sending it again is harmless. Stored
 * until the server has answered, across reloads.
 */
export interface Attempt {
  readonly idempotencyKey: string;
  readonly prizeNo: string;
  readonly version: number;
  /** Stake of one bet of the lines without their own, "2.00". */
  readonly amount: string;
  readonly lines: readonly SlipLine[];
}

/** Picks with their own stake per bet, if they have one. */
export type StakedLine = Omit<SlipLine, "key">;

/** A bet of the records, to be placed again. */
export interface EarlierBet extends PickedLine {
  /** Stake of one bet, "2.00". */
  readonly betAmount: string;
}
