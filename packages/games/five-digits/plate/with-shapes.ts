import { BASE } from "../five-digits.ts";
import { mayImprove, type Best, type PlateWins } from "./best.ts";
import { SHAPE_OF_NUMBER } from "./shapes.ts";
import { amountOf, type Amounts, type Tally } from "./tally.ts";

const PAIRS = BASE ** 2;
const THREES = BASE ** 3;

/** Wins of a draw in five parts, which are recombined for each draw. */
interface Joined {
  /** The first ball and the first three's shape, at (second and third digit) × 10 + first. */
  readonly lefts: Int32Array;
  /** The three middle balls and their shape, by the number that they are. */
  readonly middles: Int32Array;
  /** The fifth ball and the last three's shape, at (third and fourth digit) × 10 + fifth. */
  readonly rights: Int32Array;
  readonly ends: Int32Array;
  readonly totals: Int32Array;
}

function joined(wins: PlateWins): Joined {
  const [lefts, middles, rights] = [new Int32Array(THREES), new Int32Array(THREES), new Int32Array(THREES)];
  for (let pair = 0; pair < PAIRS; pair++) {
    const middlePair = (wins.second[Math.floor(pair / BASE)] ?? 0) + (wins.third[pair % BASE] ?? 0);
    for (let digit = 0; digit < BASE; digit++) {
      const number = pair * BASE + digit;
      const shape = SHAPE_OF_NUMBER[number] ?? 0;
      const shapeOfLeft = SHAPE_OF_NUMBER[digit * PAIRS + pair] ?? 0;
      lefts[number] = (wins.first[digit] ?? 0) + (wins.left[shapeOfLeft] ?? 0);
      middles[number] = middlePair + (wins.fourth[digit] ?? 0) + (wins.middle[shape] ?? 0);
      rights[number] = (wins.fifth[digit] ?? 0) + (wins.right[shape] ?? 0);
    }
  }
  return { lefts, middles, rights, ends: wins.ends, totals: wins.totals };
}

// The highest amount of some tallies, or the lowest as the negated highest of the negated amounts.
function highest(tallies: Int32Array, from: number, to: number, by: Amounts, sign: 1 | -1): number {
  let most = -Infinity;
  for (let at = from; at < to; at++) {
    const amount = sign * amountOf(by, tallies[at] ?? 0);
    if (amount > most) most = amount;
  }
  return most;
}

function highestByPair(tallies: Int32Array, by: Amounts, sign: 1 | -1): Float64Array {
  const found = new Float64Array(PAIRS);
  for (let pair = 0; pair < PAIRS; pair++) {
    found[pair] = highest(tallies, pair * BASE, (pair + 1) * BASE, by, sign);
  }
  return found;
}

// Upper bound of the payouts of the hundred draws around each three middle digits: the sum over their parts.
function boundsAround(
  { lefts, middles, rights, ends, totals }: Joined,
  by: Amounts,
  sign: 1 | -1,
): Float64Array {
  const [byFirstTwo, byLastTwo] = [highestByPair(lefts, by, sign), highestByPair(rights, by, sign)];
  const rest = highest(ends, 0, ends.length, by, sign) + highest(totals, 0, totals.length, by, sign);
  const found = new Float64Array(THREES);
  for (let middle = 0; middle < THREES; middle++) {
    const outer = (byFirstTwo[Math.floor(middle / BASE)] ?? 0) + (byLastTwo[middle % PAIRS] ?? 0);
    found[middle] = sign * amountOf(by, middles[middle] ?? 0) + outer + rest;
  }
  return found;
}

// Evaluates the hundred draws around three middle digits. The best is kept in local variables, because this runs for
// every draw if nothing can be skipped.
function seeAround({ lefts, middles, rights, ends, totals }: Joined, middle: number, best: Best): void {
  const { paid } = best.prices;
  const [firstTwo, lastTwo] = [Math.floor(middle / BASE), middle % PAIRS];
  const middleSum = Math.floor(middle / PAIRS) + (firstTwo % BASE) + (middle % BASE);
  let { least, most, minTally, maxTally } = best;
  for (let e = 0; e < BASE; e++) {
    const four: Tally = (middles[middle] ?? 0) + (rights[lastTwo * BASE + e] ?? 0);
    for (let a = 0; a < BASE; a++) {
      const balls = four + (lefts[firstTwo * BASE + a] ?? 0);
      const tally = balls + (ends[a * BASE + e] ?? 0) + (totals[middleSum + e + a] ?? 0);
      const amount = amountOf(paid, tally);
      if (amount > most) {
        most = amount;
        maxTally = tally;
      }
      if (amount < least && tally !== 0) {
        least = amount;
        minTally = tally;
      }
    }
  }
  best.least = least;
  best.most = most;
  best.minTally = minTally;
  best.maxTally = maxTally;
}

function atHighest(bounds: Float64Array): number {
  let at = 0;
  for (let each = 1; each < bounds.length; each++) if ((bounds[each] ?? 0) > (bounds[at] ?? 0)) at = each;
  return at;
}

/**
 * Evaluates the relevant draws when shapes are ticked. Draws are grouped by their middle three digits, the most
 * promising first; a middle whose bounds show no gain is skipped.
 */
export function seeWithShapes(wins: PlateWins, best: Best): void {
  const parts = joined(wins);
  const atMost = boundsAround(parts, best.prices.atMost, 1);
  const atLeast = boundsAround(parts, best.prices.atLeast, -1);
  seeAround(parts, atHighest(atMost), best);
  seeAround(parts, atHighest(atLeast), best);
  for (let middle = 0; middle < THREES; middle++) {
    if (mayImprove(best, -(atLeast[middle] ?? 0), atMost[middle] ?? 0)) seeAround(parts, middle, best);
  }
}
