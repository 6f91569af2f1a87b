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
  /** When it was first sent, by the server's clock (epoch ms); unknown of one that an earlier version stored. */
  readonly sentAt?: number | undefined;
}

/** Picks with their own stake per bet, if they have one. */
export type StakedLine = Omit<SlipLine, "key">;

/** Lines from elsewhere: an earlier slip, a saved one, or one that was shared by a link. */
export interface SlipOffer {
  readonly from: "again" | "saved" | "link";
  readonly lines: readonly OfferedLine[];
}

/** A line with what is known of it. */
export interface OfferedLine extends StakedLine {
  /** What it is called if the rules do not know it. */
  readonly name: string;
  /** The odds it was accepted with, by key: what has changed since is said. */
  readonly odds?: Readonly<Record<string, string>>;
}
