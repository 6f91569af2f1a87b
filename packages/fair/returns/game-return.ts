import {
  betOnHigh,
  betOnLow,
  type Fortunes,
  highFortunes,
  lowFortunes,
  type PlayedPeriod,
  wealth,
} from "./return-test.ts";

/** What a game returns by its odds, of what is not refunded. */
export interface ExactReturn {
  /** Of the worst and of the best bet. */
  readonly low: number;
  readonly high: number;
  /** The largest and the smallest odds. */
  readonly mostOdds: number;
  readonly leastOdds: number;
}

/** The sums of periods of a game, and the tests of them; JSON can hold it. Amounts are minor units. */
export interface ReturnCount {
  /** Periods that were drawn, and of which the log states the sums. */
  readonly counted: number;
  readonly stake: number;
  readonly refund: number;
  readonly paid: number;
  /** The exact returns of all periods together; null before the first. */
  readonly exact: ExactReturn | null;
  readonly low: Fortunes;
  readonly usual: Fortunes;
  readonly high: Fortunes;
}

/** How often an honest house is accused, ever: of all games, and of paying too little or too much. */
export const FALSE_ALARMS = 1 / 10_000;
/** Games that share it, or fewer. */
const GAMES = 7;
const LIMIT = Math.log((2 * GAMES) / FALSE_ALARMS);

/** Bets that may win more than this many times their stake are rare, and how much is thought to be staked on them at most. */
export const RARE = { times: 100, share: 0.05 };

/** Least bet of a unit: payouts are rounded down to the minor unit, so it decides what that may cost. */
const MIN_BET = 100;

/** Before the first period. */
export function noReturns(): ReturnCount {
  const sums = { counted: 0, stake: 0, refund: 0, paid: 0, exact: null };
  return { ...sums, low: lowFortunes(), usual: lowFortunes(), high: highFortunes() };
}

/** What was staked and not refunded. */
export function playedOf({ stake, refund }: { readonly stake: number; readonly refund: number }): number {
  return stake - refund;
}

/** Whether rules and odds allow these sums: nothing is refunded that was not staked, or paid beyond the largest odds. */
export function arePossible(
  { stake, refund, paid }: Pick<ReturnCount, "stake" | "refund" | "paid">,
  { mostOdds }: ExactReturn,
): boolean {
  return refund <= stake && paid <= (stake - refund) * mostOdds;
}

/** Adds a drawn period, whose bets may have had any of the `exact` returns. */
export function addPeriod(
  count: ReturnCount,
  { stake, refund, paid }: Pick<ReturnCount, "stake" | "refund" | "paid">,
  exact: ExactReturn,
): ReturnCount {
  const known = bothOf(count.exact, exact);
  const sums = {
    counted: count.counted + 1,
    stake: count.stake + stake,
    refund: count.refund + refund,
    paid: count.paid + paid,
    exact: known,
  };
  const { low, usual, high } = count;
  if (stake === 0) return { ...sums, low, usual, high };
  const period: PlayedPeriod = { stake, played: playedOf({ stake, refund }), paid };
  const least = leastShare(exact);
  const rare = Math.min(RARE.times, exact.mostOdds);
  return {
    ...sums,
    low: betOnLow(low, period, { share: least, most: exact.mostOdds, scale: stake }),
    usual: betOnLow(usual, period, { share: least * (1 - RARE.share), most: rare, scale: stake }),
    high: betOnHigh(high, period, { share: exact.high, scale: stake }),
  };
}

/** The returns of both. */
export function bothOf(a: ExactReturn | null, b: ExactReturn): ExactReturn {
  if (a === null) return b;
  return {
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
    mostOdds: Math.max(a.mostOdds, b.mostOdds),
    leastOdds: Math.min(a.leastOdds, b.leastOdds),
  };
}

/** The least return of bets of one whole unit or more, each payout of which is rounded down. */
export function leastShare({ low, leastOdds }: ExactReturn): number {
  return low * (1 - 1 / (MIN_BET * leastOdds));
}

/**
 * What is wrong with a return: `low` and `high` are outside of what any bets at the published odds bring an honest house, by chance
 * in one of `1 / FALSE_ALARMS` houses, ever. `rare` is too low unless more than RARE.share of the stakes were on rare bets, by the
 * same chance.
 */
export function judgeReturn({ low, usual, high }: ReturnCount): "low" | "high" | "rare" | null {
  if (wealth(low) >= LIMIT) return "low";
  if (wealth(high) >= LIMIT) return "high";
  return wealth(usual) >= LIMIT ? "rare" : null;
}

/** The measured share of what was not refunded; null of nothing. */
export function measuredReturn(sums: Pick<ReturnCount, "stake" | "refund" | "paid">): number | null {
  const played = playedOf(sums);
  return played > 0 ? sums.paid / played : null;
}
