/*
 * Whether a game returns what its odds say, by tests that are right for any bets (Waudby-Smith and Ramdas, "Estimating means of
 * bounded random variables by betting", 2024; Ville's inequality). Which options were bet on is private and payouts have heavy
 * tails: a spread that is measured, or a normal distribution, would call an honest house dishonest whose jackpot nobody hit. So
 * nothing is assumed but what the log proves: bets were fixed before the round, each returns on average what its odds give, and no
 * stake is paid more than the largest odds.
 *
 * A gambler bets against the house at odds that are fair if it is honest, a fixed share of one unit each period. The fortune of the
 * gambler is then a supermartingale: that an honest house ever multiplies it by 1/α has a probability of at most α, however often
 * one looks, whatever is bet, and though bets follow earlier results. Fortunes of several sizes of bets are averaged.
 */

/** The sums of a drawn period; amounts in minor units. */
export interface PlayedPeriod {
  /** What was staked at the close, cancelled orders too. */
  readonly stake: number;
  /** What was staked and not refunded. */
  readonly played: number;
  readonly paid: number;
}

/** Logarithms of the fortunes, one for each size of bets. */
export type Fortunes = readonly number[];

/** Halvings of the largest bet: on too low a return it is small already, on too high a one it is not. */
const LOW_SIZES = 8;
const HIGH_SIZES = 20;
/** The logarithm of a fortune that is lost; JSON has no infinity. */
const LOST = -1e6;

/** The fortunes of somebody who bets that the house pays too little, before the first period. */
export function lowFortunes(): Fortunes {
  return Array.from({ length: LOW_SIZES }, () => 0);
}

/** The same for too much. */
export function highFortunes(): Fortunes {
  return Array.from({ length: HIGH_SIZES }, () => 0);
}

/**
 * Bets on a period that less is paid than `share` of what is played. What is paid above `most` × `scale` is not looked at: fair if
 * `share` is returned by payouts up to that. `scale` is known before the draw, and is at least the stake.
 */
export function betOnLow(
  fortunes: Fortunes,
  { played, paid }: PlayedPeriod,
  { share, most, scale }: { readonly share: number; readonly most: number; readonly scale: number },
): Fortunes {
  const gain = (share * played - Math.min(paid, most * scale)) / (most * scale);
  return grown(fortunes, gain);
}

/** Bets on a period that more is paid than `share` of what is played. */
export function betOnHigh(
  fortunes: Fortunes,
  { played, paid }: PlayedPeriod,
  { share, scale }: { readonly share: number; readonly scale: number },
): Fortunes {
  return grown(fortunes, (paid - share * played) / (share * scale));
}

/** The logarithm of the average fortune. */
export function wealth(fortunes: Fortunes): number {
  const largest = Math.max(...fortunes);
  const sum = fortunes.reduce((total, each) => total + Math.exp(each - largest), 0);
  return largest + Math.log(sum / fortunes.length);
}

/** A bet of the k-th size wins `gain` / 2ᵏ of the fortune; nothing is lost beyond it. */
function grown(fortunes: Fortunes, gain: number): Fortunes {
  return fortunes.map((each, k) => Math.max(LOST, each + Math.log1p(Math.max(-1, gain / 2 ** k))));
}

/** Between which shares the return lies with a probability. */
export interface ReturnBand {
  readonly low: number;
  readonly high: number;
}

/** A bound is found to this share. */
const PRECISION = 2e-5;

/**
 * The band that the return of these periods lies in with a probability of 1 − `alpha`, half of which is on either side: by stakes
 * if it varies. `most`: no stake is paid more; what is paid above it is not counted for `high`. Of no period it is 0 to `most`.
 */
export function returnBand(
  periods: readonly PlayedPeriod[],
  { most, alpha }: { readonly most: number; readonly alpha: number },
): ReturnBand {
  const scale = Math.max(0, ...periods.map(({ stake }) => stake));
  if (scale === 0) return { low: 0, high: most };
  const limit = Math.log(2 / alpha);
  const isTooHigh = (share: number) => {
    let fortunes = lowFortunes();
    for (const period of periods) fortunes = betOnLow(fortunes, period, { share, most, scale });
    return wealth(fortunes) >= limit;
  };
  const isTooLow = (share: number) => {
    let fortunes = highFortunes();
    for (const period of periods) fortunes = betOnHigh(fortunes, period, { share, scale });
    return wealth(fortunes) >= limit;
  };
  return { low: lastThat(isTooLow, most), high: firstThat(isTooHigh, most) };
}

/** The smallest share for which a condition holds that holds for all larger ones; `most` if it holds for none. */
function firstThat(holds: (share: number) => boolean, most: number): number {
  if (!holds(most)) return most;
  let [low, high] = [0, most];
  while (high - low > PRECISION * Math.max(1, low)) {
    // The shares that matter are small beside the largest odds.
    const middle = low === 0 ? Math.min(high / 2, 1) : Math.sqrt(low * high);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The largest share for which a condition holds that holds for all smaller ones; 0 if it holds for none. */
function lastThat(holds: (share: number) => boolean, most: number): number {
  let [low, high] = [0, most];
  while (high - low > PRECISION * Math.max(1, low)) {
    const middle = low === 0 ? Math.min(high / 2, 1) : Math.sqrt(low * high);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
