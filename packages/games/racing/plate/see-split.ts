import { BIG_SUM } from "../top-two.ts";
import type { Best } from "./best.ts";
import {
  BIG,
  DRAGON,
  EVEN,
  ODD,
  SMALL,
  TIGER,
  type Board,
  type Half,
  type Lead,
  type Split,
} from "./splits.ts";
import type { Prices, Tally } from "./tally.ts";

/** A half with one of its leads: its possible wins, and bounds of their contribution to the payout of a race. */
interface Part {
  readonly lead: Lead;
  readonly tallies: readonly Tally[];
  readonly least: number;
  readonly most: number;
}

/** Wins determined by the split alone. */
function tallyOfSplit(split: Split, { sum, places, duels }: Board<Tally>): Tally {
  let tally = 0;
  for (const place of split.small.places) tally += places[place]?.[SMALL] ?? 0;
  for (const place of split.big.places) tally += places[place]?.[BIG] ?? 0;
  for (const place of split.dragons) tally += duels[place]?.[DRAGON] ?? 0;
  for (const place of split.tigers) tally += duels[place]?.[TIGER] ?? 0;
  if (split.firstTwo !== "apart") tally += sum[split.firstTwo === "big" ? BIG : SMALL] ?? 0;
  return tally;
}

/** Joint wins of things with two sides, indexed by the bits of those that show the first side. */
function bySides(sides: readonly (readonly [Tally, Tally])[]): Int32Array {
  const tallies = new Int32Array(1 << sides.length);
  tallies[0] = sides.reduce((sum, [, second]) => sum + second, 0);
  for (const [at, [first, second]] of sides.entries()) {
    // With the next thing flipped, the results of those before it are added again.
    for (let bits = 0; bits < 1 << at; bits++)
      tallies[bits | (1 << at)] = (tallies[bits] ?? 0) + first - second;
  }
  return tallies;
}

function partsOf(half: Half, leads: readonly Lead[], ticked: Board<Tally>, prices: Prices): readonly Part[] {
  const cars = bySides(
    half.places.map((place) => [ticked.places[place]?.[ODD] ?? 0, ticked.places[place]?.[EVEN] ?? 0]),
  );
  const duels = bySides(
    half.duels.map((place) => [ticked.duels[place]?.[DRAGON] ?? 0, ticked.duels[place]?.[TIGER] ?? 0]),
  );
  // If the half has both of the first two places, the sum is odd if exactly one of the cars is.
  const sum = half.places[1] === 1 ? ticked.sum : [];
  return leads.map((lead) => {
    const tallies: Tally[] = [];
    let [least, most] = [Infinity, -Infinity];
    for (const { odd, dragons } of lead.arrangements) {
      const parity = sum[(odd ^ (odd >> 1)) & 1 ? ODD : EVEN] ?? 0;
      const tally = (cars[odd] ?? 0) + (duels[dragons] ?? 0) + parity;
      if (tallies.includes(tally)) continue;
      tallies.push(tally);
      least = Math.min(least, prices.atLeast(tally));
      most = Math.max(most, prices.atMost(tally));
    }
    return { lead, tallies, least, most };
  });
}

const NOTHING: readonly Tally[] = [0];

/** Possible wins of the sum of the first two if one is a small car and the other a big one. */
function talliesOfSum(small: Lead, big: Lead, { sum }: Board<Tally>): readonly Tally[] {
  const parity = sum[(small.least ^ big.least) & 1 ? ODD : EVEN] ?? 0;
  const tallies: Tally[] = [];
  if (small.most + big.most >= BIG_SUM) tallies.push(parity + (sum[BIG] ?? 0));
  if (small.least + big.least < BIG_SUM) tallies.push(parity + (sum[SMALL] ?? 0));
  return tallies;
}

/** Evaluates the races of a split, except those whose bounds cannot improve on the best so far. */
export function seeSplit(split: Split, ticked: Board<Tally>, prices: Prices, best: Best): void {
  const { small, big, firstTwo } = split;
  const apart = firstTwo === "apart";
  const smalls = partsOf(small, apart ? small.leads : small.together, ticked, prices);
  const bigs = partsOf(big, apart ? big.leads : big.together, ticked, prices);
  const alone = tallyOfSplit(split, ticked);
  for (const one of smalls) {
    for (const other of bigs) {
      for (const sum of apart ? talliesOfSum(one.lead, other.lead, ticked) : NOTHING) {
        const fixed = alone + sum;
        const least = prices.atLeast(fixed) + one.least + other.least;
        if (!best.mayImprove(least, prices.atMost(fixed) + one.most + other.most)) continue;
        for (const tally of one.tallies) for (const rest of other.tallies) best.see(fixed + tally + rest);
      }
    }
  }
}
