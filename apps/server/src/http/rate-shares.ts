import type { Rate } from "../settings/rate-settings.ts";

/** How a limit of the house is shared out among its servers. */
export interface RateShares {
  /** What each server grants by itself. */
  readonly own: Rate;
  /** What they borrow from together. */
  readonly central: Rate;
  /** Tokens that are borrowed at once, at most. */
  readonly loan: number;
}

const OWN_PART = 4;
const LOAN_PART = 10;

/**
 * A quarter of a limit is the servers' own, in equal shares, and the rest is central, so that whoever stays on one server
 * has at least three quarters. A share that is less than a token is none.
 */
export function sharesOf({ perSecond, burst }: Rate, servers: number): RateShares {
  const ownBurst = Math.floor(burst / (OWN_PART * servers));
  const own = { perSecond: ownBurst === 0 ? 0 : perSecond / (OWN_PART * servers), burst: ownBurst };
  const central = { perSecond: perSecond - servers * own.perSecond, burst: burst - servers * ownBurst };
  return { own, central, loan: Math.max(1, Math.floor(central.burst / LOAN_PART)) };
}
