import type { Outcome, Picks, Win } from "../bet.ts";
import { bitCount } from "../bits.ts";
import { has } from "../picks.ts";
import { FIELD } from "./racing.ts";
import { BIG_SUM } from "./top-two.ts";

/*
 * What a two-sided plate can win, exactly. Five places take the small cars and five the big ones, in one of
 * 252 splits. A split settles the big and small sides and the duels of a small car with a big one. The rest
 * is settled within each half, and the halves do not touch: which cars are odd and who wins the duels. Only
 * when the first two places lie in different halves does their sum ask for a car of each.
 *
 * Of what can be won only what may pay the most or the least is kept, whatever the odds: counts of wins that
 * no other possible counts reach in every tier and class, and those that reach no other.
 */

const HALF = FIELD / 2;
const SMALL_CARS = [1, 2, 3, 4, 5];
const BIG_CARS = [6, 7, 8, 9, 10];
const [BIG, SMALL, ODD, EVEN] = [0, 1, 2, 3];

// Wins by tier and class are counted in one number, each in bits of its own with a free bit above them: no
// half wins more than five of a kind, and the sum of the first two has each side once.
const KINDS: readonly (Omit<Win, "count"> & { readonly from: number; readonly bits: number })[] = [
  ...["big", "small", "odd", "even"].map((side, at) => ({
    tier: "side",
    class: side,
    from: 4 * at,
    bits: 3,
  })),
  ...["dragon", "tiger"].map((side, at) => ({
    tier: "dragon-tiger",
    class: side,
    from: 16 + 4 * at,
    bits: 3,
  })),
  ...["big", "small", "odd", "even"].map((side, at) => ({
    tier: `top-two-${side}`,
    from: 24 + 2 * at,
    bits: 1,
  })),
];
const FREE_BITS = KINDS.reduce((all, { from, bits }) => all | (1 << (from + bits)), 0);
const [SIDE_KIND, DUEL_KIND, SUM_KIND] = [0, 4, 6];

/** One win of a kind as a count. */
const one = (kind: number): number => 1 << (KINDS[kind]?.from ?? 0);

/** Whether the counts of every kind in `a` are at least those in `b`: no free bit is borrowed from. */
const reaches = (a: number, b: number): boolean => (((a | FREE_BITS) - b) & FREE_BITS) === FREE_BITS;

type Better = (a: number, b: number) => boolean;
const more: Better = reaches;
// No win at all is no less than others: the least is asked of the draws that win.
const less: Better = (a, b) => a !== 0 && reaches(b, a);

/** Adds counts to those kept unless others are better, and drops those that it is better than. */
function keep(kept: number[], counts: number, better: Better): void {
  for (const other of kept) if (other === counts || better(other, counts)) return;
  let size = 0;
  for (const other of kept) if (!better(counts, other)) kept[size++] = other;
  kept.length = size;
  kept.push(counts);
}

/** How the five cars of a half can stand: which are odd, and which of their duels the car ahead wins. */
interface Arrangement {
  /** Bit n: the car in the nth place of the half is odd. */
  readonly odd: number;
  /** Bit n: the car ahead wins the nth duel within the half. */
  readonly dragons: number;
}

/** Arrangements that leave the foremost place of the half the same least and greatest car. */
interface Lead {
  readonly least: number;
  readonly most: number;
  readonly arrangements: readonly Arrangement[];
}

interface Half {
  readonly places: readonly number[];
  /** The places of each duel within the half, by their index in it, the one ahead first. */
  readonly duels: readonly (readonly [number, number])[];
  readonly leads: readonly Lead[];
  /** All arrangements, where the car in front does not matter by itself. */
  readonly any: readonly Lead[];
}

function ordersOf(cars: readonly number[]): number[][] {
  if (cars.length === 0) return [[]];
  return cars.flatMap((car) => ordersOf(cars.filter((other) => other !== car)).map((rest) => [car, ...rest]));
}

function leadsOf(cars: readonly number[], duels: Half["duels"]): readonly Lead[] {
  const ranges = new Map<number, Arrangement & { least: number; most: number }>();
  for (const order of ordersOf(cars)) {
    const odd = order.reduce((bits, car, at) => bits | ((car & 1) << at), 0);
    const dragons = duels.reduce(
      (bits, [ahead, behind], at) => bits | ((order[ahead] ?? 0) > (order[behind] ?? 0) ? 1 << at : 0),
      0,
    );
    const [lead = 0] = order;
    const range = ranges.get(odd * 4 + dragons) ?? { odd, dragons, least: lead, most: lead };
    range.least = Math.min(range.least, lead);
    range.most = Math.max(range.most, lead);
    ranges.set(odd * 4 + dragons, range);
  }
  return [...Map.groupBy(ranges.values(), ({ least, most }) => least * FIELD + most).values()].map(
    (arrangements) => ({
      least: arrangements[0]?.least ?? 0,
      most: arrangements[0]?.most ?? 0,
      arrangements,
    }),
  );
}

// Halves that have their duels at the same places within them are arranged alike.
const arranged = new Map<string, readonly Lead[]>();

function halfOf(places: readonly number[], cars: readonly number[]): Half {
  const duels = places.flatMap((place, ahead): [number, number][] => {
    const behind = places.indexOf(FIELD - 1 - place);
    return behind > ahead ? [[ahead, behind]] : [];
  });
  const key = `${String(cars)};${String(duels)}`;
  const leads = arranged.get(key) ?? leadsOf(cars, duels);
  arranged.set(key, leads);
  const any = [{ least: 0, most: 0, arrangements: leads.flatMap(({ arrangements }) => arrangements) }];
  return { places, duels, leads, any };
}

interface Split {
  readonly small: Half;
  readonly big: Half;
}

let splits: readonly Split[] | undefined;

// Made when first asked for: most orders never are.
function everySplit(): readonly Split[] {
  if (splits !== undefined) return splits;
  const places = Array.from({ length: FIELD }, (_, place) => place);
  const found: Split[] = [];
  for (let small = 0; small < 1 << FIELD; small++) {
    if (bitCount(small) !== HALF) continue;
    const isSmall = (place: number): boolean => (small & (1 << place)) !== 0;
    found.push({
      small: halfOf(places.filter(isSmall), SMALL_CARS),
      big: halfOf(
        places.filter((place) => !isSmall(place)),
        BIG_CARS,
      ),
    });
  }
  splits = found;
  return found;
}

/** What each side of a place, each winner of a duel and each side of the sum adds to the counts. */
interface Gains {
  readonly places: readonly (readonly number[])[];
  readonly duels: readonly (readonly number[])[];
  readonly sum: readonly number[];
}

function gainsOf({ chosen }: Picks): Gains {
  const gains = (groups: readonly (Picks["chosen"][number] | undefined)[], kinds: number, size: number) =>
    groups.map((group) =>
      Array.from({ length: size }, (_, at) => (group !== undefined && has(group, at) ? one(kinds + at) : 0)),
    );
  return {
    sum: gains(chosen.slice(0, 1), SUM_KIND, 4)[0] ?? [],
    places: gains(chosen.slice(1, 1 + FIELD), SIDE_KIND, 4),
    duels: gains(chosen.slice(1 + FIELD), DUEL_KIND, 2),
  };
}

function countsOf({ places, duels }: Half, { odd, dragons }: Arrangement, gains: Gains): number {
  let counts = 0;
  for (let at = 0; at < HALF; at++) {
    counts += gains.places[places[at] ?? 0]?.[(odd & (1 << at)) === 0 ? EVEN : ODD] ?? 0;
  }
  for (let at = 0; at < duels.length; at++) {
    const ahead = places[duels[at]?.[0] ?? 0] ?? 0;
    counts += gains.duels[ahead]?.[(dragons & (1 << at)) === 0 ? 1 : 0] ?? 0;
  }
  // The first two places in one half: their sum is odd when one of them is.
  if (places[1] === 1) counts += gains.sum[((odd ^ (odd >> 1)) & 1) === 0 ? EVEN : ODD] ?? 0;
  return counts;
}

/** What the split alone decides. */
function countsOfSplit({ small, big }: Split, gains: Gains): number {
  let counts = 0;
  for (const place of small.places) {
    counts += gains.places[place]?.[SMALL] ?? 0;
    if (big.places.includes(FIELD - 1 - place)) {
      counts += place < HALF ? (gains.duels[place]?.[1] ?? 0) : (gains.duels[FIELD - 1 - place]?.[0] ?? 0);
    }
  }
  for (const place of big.places) counts += gains.places[place]?.[BIG] ?? 0;
  if (small.places[1] === 1) counts += gains.sum[SMALL] ?? 0;
  if (big.places[1] === 1) counts += gains.sum[BIG] ?? 0;
  return counts;
}

/** What the sum of the first two can add when one is a small car and the other a big one. */
function countsOfSum(small: Lead, big: Lead, { sum }: Gains): readonly number[] {
  const parity = sum[((small.least ^ big.least) & 1) === 0 ? EVEN : ODD] ?? 0;
  const counts: number[] = [];
  if (small.most + big.most >= BIG_SUM) counts.push((sum[BIG] ?? 0) + parity);
  if (small.least + big.least < BIG_SUM) counts.push((sum[SMALL] ?? 0) + parity);
  return counts;
}

const NOTHING = [0];

/** The counts of wins that no others are better than. */
function best(gains: Gains, better: Better): readonly number[] {
  const kept: number[] = [];
  for (const split of everySplit()) {
    const apart = split.small.places[0] === 0 ? split.big.places[0] === 1 : split.small.places[0] === 1;
    const keptOf = (half: Half): { lead: Lead; counts: readonly number[] }[] =>
      (apart ? half.leads : half.any).map((lead) => {
        const counts: number[] = [];
        for (const each of lead.arrangements) keep(counts, countsOf(half, each, gains), better);
        return { lead, counts };
      });
    const fixed = countsOfSplit(split, gains);
    const bigs = keptOf(split.big);
    for (const small of keptOf(split.small)) {
      for (const big of bigs) {
        const sums = apart ? countsOfSum(small.lead, big.lead, gains) : NOTHING;
        for (const sum of sums) {
          for (const some of small.counts) {
            for (const others of big.counts) keep(kept, fixed + sum + some + others, better);
          }
        }
      }
    }
  }
  return kept;
}

function outcomeOf(counts: number): Outcome {
  const wins = KINDS.map(({ from, bits, ...win }) => ({
    ...win,
    count: (counts >> from) & ((1 << bits) - 1),
  }));
  return { wins: wins.filter(({ count }) => count > 0), refunded: 0 };
}

/** The extremes of a two-sided plate: its board is the sum's sides, ten places, five duels. */
export function plateExtremes(picks: Picks): readonly Outcome[] {
  const gains = gainsOf(picks);
  return [...best(gains, more), ...best(gains, less)].map(outcomeOf);
}
