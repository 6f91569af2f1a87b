import type { EnvironmentReader } from "./environment.ts";

/** How fast something may go on: `perSecond` in the long run, `burst` at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * How fast calls may come: bets, money and reads by account; entry (passwords) by address; `address` is what
 * one address may do with no account known, a whole town behind one gateway included.
 */
export type RateSettings = Readonly<Record<"bets" | "money" | "read" | "entry" | "address", Rate>>;

/** From which load on the server replies that it is busy. */
export interface LoadSettings {
  /** Requests being answered at once. */
  readonly maxInFlight: number;
  /** How late the event loop may run, on average over half a second. */
  readonly maxLagMs: number;
}

/** Reads how fast calls may come. */
export function readRates(read: EnvironmentReader): RateSettings {
  const rate = (name: string, perSecond: number, burst: number): Rate => ({
    perSecond: read.integer(`RATE_${name}_PER_SECOND`, perSecond, 1, 1_000_000),
    burst: read.integer(`RATE_${name}_BURST`, burst, 1, 1_000_000),
  });
  return {
    bets: rate("BETS", 50, 500),
    money: rate("MONEY", 2, 20),
    read: rate("READ", 50, 300),
    entry: rate("ENTRY", 5, 100),
    address: rate("ADDRESS", 200, 2_000),
  };
}

/** Reads where the server begins to say that it is busy. */
export function readLoad(read: EnvironmentReader): LoadSettings {
  return {
    maxInFlight: read.integer("MAX_IN_FLIGHT", 5_000, 10, 100_000),
    maxLagMs: read.integer("MAX_LAG_MS", 1_000, 50, 60_000),
  };
}
