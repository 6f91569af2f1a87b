/**
 * What is known of a player when a score is computed. Times are epoch milliseconds. Amounts are minor units as plain
 * numbers: they are only compared with each other, and no money is moved by them.
 */
export interface PlayerEvents {
  /** The instant of the score: nothing later is looked at. */
  readonly now: number;
  /** The house's clock, in milliseconds ahead of UTC. */
  readonly zoneMs: number;
  /** What was played, oldest first. */
  readonly slots: readonly PlaySlot[];
  /** Recharges of the last 30 days, oldest first. */
  readonly recharges: readonly Recharge[];
  /** When raises or removals of own limits were asked for. */
  readonly raises: readonly number[];
  /** When a line to customer service asked for money. */
  readonly asked: readonly number[];
  readonly balance: number;
  /** What was paid out in the last 30 days. */
  readonly withdrawn: number;
}

/** Five minutes in which something was played; of more than 30 days ago, a day. */
export interface PlaySlot {
  readonly at: number;
  readonly staked: number;
  readonly won: number;
}

/** A recharge that was asked for. */
export interface Recharge {
  readonly at: number;
  readonly amount: number;
  /** False if it failed, was cancelled or ran out of time. */
  readonly passed: boolean;
  /** What was lost in the minutes before it. */
  readonly lostBefore: number;
}
