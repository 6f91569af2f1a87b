import type { EnvironmentReader } from "./environment.ts";

/** A token bucket: refilled with `perSecond`, holding at most `burst`. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Rate limits of calls: bets, money and reads by account; entry (passwords) by address; `address` for all calls of an
 * address without an account, which may be a whole town behind one gateway.
 */
export type RateSettings = Readonly<Record<"bets" | "money" | "read" | "entry" | "address", Rate>>;

/** Load from which the server replies that it is busy. */
export interface LoadSettings {
  /** Requests in progress. */
  readonly maxInFlight: number;
  /** Event loop delay, averaged over half a second. */
  readonly maxLagMs: number;
}

/** Reads the rate limits. */
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

/** Reads the limits of load. */
export function readLoad(read: EnvironmentReader): LoadSettings {
  return {
    maxInFlight: read.integer("MAX_IN_FLIGHT", 5_000, 10, 100_000),
    maxLagMs: read.integer("MAX_LAG_MS", 1_000, 50, 60_000),
  };
}
