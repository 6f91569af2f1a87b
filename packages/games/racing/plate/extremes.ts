import type { Outcome, Pay, Picks } from "../../bet.ts";
import { has } from "../../picks.ts";
import { FIELD } from "../racing.ts";
import { bestBy, type Best } from "./best.ts";
import { seeSplit } from "./see-split.ts";
import { BIG, DRAGON, EVEN, everySplit, ODD, SMALL, TIGER, type Board, type Split } from "./splits.ts";
import { DUEL_KIND, oneOf, pricesBy, SIDE_KIND, SUM_KIND, type Prices, type Tally } from "./tally.ts";

/** The tally of each item of the board if it shows; zero if it is not ticked. */
function tickedBy({ chosen }: Picks): Board<Tally> {
  const group = (at: number, kind: number, size: number): Tally[] => {
    const picked = chosen[at];
    return Array.from({ length: size }, (_, item) =>
      picked !== undefined && has(picked, item) ? oneOf(kind + item) : 0,
    );
  };
  // The board's groups in order: the sum of the first two, the places, the duels.
  return {
    sum: group(0, SUM_KIND, 4),
    places: Array.from({ length: FIELD }, (_, place) => group(1 + place, SIDE_KIND, 4)),
    duels: Array.from({ length: FIELD / 2 }, (_, place) => group(1 + FIELD + place, DUEL_KIND, 2)),
  };
}

function worthOf({ sum, places, duels }: Board<Tally>, worth: (tally: Tally) => number): Board<number> {
  return {
    sum: sum.map(worth),
    places: places.map((sides) => sides.map(worth)),
    duels: duels.map((sides) => sides.map(worth)),
  };
}

/** Maximum contribution of five cars, two of which have the rarer parity and three the common one. */
function maxOfParity(
  halfPlaces: readonly number[],
  { places }: Board<number>,
  rare: number,
  common: number,
): number {
  let [total, first, second] = [0, -Infinity, -Infinity];
  for (const place of halfPlaces) {
    const usual = places[place]?.[common] ?? 0;
    const gain = (places[place]?.[rare] ?? 0) - usual;
    total += usual;
    if (gain > first) [first, second] = [gain, first];
    else if (gain > second) second = gain;
  }
  return total + first + second;
}

/** Upper bound of the total worth of the items that show in a race of this split. */
function maxOf({ small, big, dragons, tigers, firstTwo }: Split, worth: Board<number>): number {
  const { sum, places, duels } = worth;
  const [sumBig = 0, sumSmall = 0, sumOdd = 0, sumEven = 0] = sum;
  let most = Math.max(sumOdd, sumEven);
  if (firstTwo === "apart") most += Math.max(sumBig, sumSmall);
  else most += firstTwo === "big" ? sumBig : sumSmall;
  for (const place of small.places) most += places[place]?.[SMALL] ?? 0;
  for (const place of big.places) most += places[place]?.[BIG] ?? 0;
  // Two of the small cars 1 to 5 are even, two of the big cars 6 to 10 are odd.
  most += maxOfParity(small.places, worth, EVEN, ODD) + maxOfParity(big.places, worth, ODD, EVEN);
  for (const place of dragons) most += duels[place]?.[DRAGON] ?? 0;
  for (const place of tigers) most += duels[place]?.[TIGER] ?? 0;
  for (const half of [small, big]) {
    for (const place of half.duels) most += Math.max(duels[place]?.[DRAGON] ?? 0, duels[place]?.[TIGER] ?? 0);
  }
  return most;
}

function seeSplits(ticked: Board<Tally>, prices: Prices, best: Best): void {
  const splits = everySplit();
  const maxWorth = worthOf(ticked, prices.atMost);
  const minWorth = worthOf(ticked, (tally) => -prices.atLeast(tally));
  const most = splits.map((split) => maxOf(split, maxWorth));
  const least = splits.map((split) => -maxOf(split, minWorth));
  // The most promising first, so that the others can be skipped early.
  const first = [most.indexOf(Math.max(...most)), least.indexOf(Math.min(...least))];
  for (const at of [...first, ...splits.keys()]) {
    const split = splits[at];
    if (split !== undefined && best.mayImprove(least[at] ?? 0, most[at] ?? 0)) {
      seeSplit(split, ticked, prices, best);
    }
  }
}

/**
 * The outcomes of a two-sided plate with the smallest and the largest payout, exactly. There are too many races to
 * enumerate: payouts are bounded by sums over their parts, and only races whose bounds could improve on the best so far
 * are evaluated (branch and bound).
 */
export function plateExtremes(picks: Picks, _lunarYear: number | undefined, pay: Pay): readonly Outcome[] {
  const ticked = tickedBy(picks);
  const ticks = [ticked.sum, ...ticked.places, ...ticked.duels].flat().filter((tally) => tally !== 0);
  const prices = pricesBy(pay, ticks);
  const best = bestBy(prices, Math.min(...ticks.map((tally) => prices.of(tally))));
  seeSplits(ticked, prices, best);
  return best.outcomes();
}
