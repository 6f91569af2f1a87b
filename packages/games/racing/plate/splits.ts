import { bitCount } from "../../bits.ts";
import { once } from "../../once.ts";
import { FIELD } from "../racing.ts";

/*
 * Every race splits the places in two halves: five with the small cars, 1 to 5, and five with the big ones. A split
 * determines which places are big and who wins a duel between a small and a big car. The rest is independent within
 * each half: which cars are odd, and who wins the duels inside it.
 */

/** A value for every item of the plate's board, in the order of items in their groups. */
export interface Board<T> {
  /** The sides of the sum of champion and runner-up. */
  readonly sum: readonly T[];
  /** The sides of each place. */
  readonly places: readonly (readonly T[])[];
  /** Dragon and tiger of each duel, by the place ahead. */
  readonly duels: readonly (readonly T[])[];
}

export const [BIG, SMALL, ODD, EVEN] = [0, 1, 2, 3];
export const [DRAGON, TIGER] = [0, 1];

/** An arrangement of the five cars of a half. */
interface Arrangement {
  /** Bit n: the car in the nth place of the half is odd. */
  readonly odd: number;
  /** Bit n: the car further ahead wins the nth duel of the half. */
  readonly dragons: number;
}

/** Arrangements grouped by the possible foremost cars of the half. */
export interface Lead {
  /** Smallest and largest of these cars; all are odd, or all even. */
  readonly least: number;
  readonly most: number;
  readonly arrangements: readonly Arrangement[];
}

/** One half of a race. */
export interface Half {
  /** Ascending indexes; 0 is the champion. */
  readonly places: readonly number[];
  /** Duels within the half, by the place ahead. */
  readonly duels: readonly number[];
  readonly leads: readonly Lead[];
  /** All arrangements as one lead, for when the foremost car does not matter. */
  readonly together: readonly Lead[];
}

/** One way to split a race. */
export interface Split {
  readonly small: Half;
  readonly big: Half;
  /** Duels between the halves, by the place ahead. */
  readonly dragons: readonly number[];
  readonly tigers: readonly number[];
  /** Where the first two places are: in two halves, or both in the small or the big one. */
  readonly firstTwo: "apart" | "small" | "big";
}

/** The place that a place duels with. */
const rivalOf = (place: number): number => FIELD - 1 - place;

function ordersOf(cars: readonly number[]): number[][] {
  if (cars.length === 0) return [[]];
  return cars.flatMap((car) => ordersOf(cars.filter((other) => other !== car)).map((rest) => [car, ...rest]));
}

const smallCars = once(() => ordersOf([1, 2, 3, 4, 5]));
const bigCars = once(() => ordersOf([6, 7, 8, 9, 10]));
type Orders = ReturnType<typeof smallCars>;

/** The leads of a half for these orders of its cars; a duel is between its nth and its mth place. */
function leadsOf(orders: Orders, duels: readonly (readonly [number, number])[]): readonly Lead[] {
  const found = new Map<number, Arrangement & { least: number; most: number }>();
  for (const order of orders) {
    const odd = order.reduce((bits, car, at) => bits | ((car & 1) << at), 0);
    const won = duels.map(([ahead, behind]) => (order[ahead] ?? 0) > (order[behind] ?? 0));
    const dragons = won.reduce((bits, dragon, at) => bits | (dragon ? 1 << at : 0), 0);
    const [lead = 0] = order;
    const same = found.get((odd << 2) | dragons) ?? { odd, dragons, least: lead, most: lead };
    same.least = Math.min(same.least, lead);
    same.most = Math.max(same.most, lead);
    found.set((odd << 2) | dragons, same);
  }
  return [...Map.groupBy(found.values(), ({ least, most }) => least * FIELD + most).values()].map(
    (arrangements) => ({
      least: Math.min(...arrangements.map(({ least }) => least)),
      most: Math.max(...arrangements.map(({ most }) => most)),
      arrangements,
    }),
  );
}

// Halves with duels between the same relative places have the same arrangements.
const arranged = new Map<Orders, Map<string, Pick<Half, "leads" | "together">>>();

function halfOf(places: readonly number[], orders: Orders): Half {
  const duels = places.filter((place) => place < rivalOf(place) && places.includes(rivalOf(place)));
  const within = duels.map((place) => [places.indexOf(place), places.indexOf(rivalOf(place))] as const);
  const known = arranged.get(orders) ?? new Map<string, Pick<Half, "leads" | "together">>();
  arranged.set(orders, known);
  let alike = known.get(within.join());
  if (alike === undefined) {
    const leads = leadsOf(orders, within);
    const arrangements = leads.flatMap((lead) => lead.arrangements);
    alike = { leads, together: [{ least: 0, most: 0, arrangements }] };
    known.set(within.join(), alike);
  }
  return { places, duels, ...alike };
}

function splitOf(small: readonly number[], big: readonly number[]): Split {
  const across = (ahead: readonly number[], behind: readonly number[]): number[] =>
    ahead.filter((place) => place < rivalOf(place) && behind.includes(rivalOf(place)));
  return {
    small: halfOf(small, smallCars()),
    big: halfOf(big, bigCars()),
    dragons: across(big, small),
    tigers: across(small, big),
    firstTwo: small[1] === 1 ? "small" : big[1] === 1 ? "big" : "apart",
  };
}

let splits: readonly Split[] | undefined;

/** The 252 splits, computed on first use, as few players bet on the plate. */
export function everySplit(): readonly Split[] {
  if (splits === undefined) {
    const places = Array.from({ length: FIELD }, (_, place) => place);
    const halves = Array.from({ length: 1 << FIELD }, (_, bits) => bits).filter(
      (bits) => bitCount(bits) === FIELD / 2,
    );
    splits = halves.map((bits) =>
      splitOf(
        places.filter((place) => (bits & (1 << place)) !== 0),
        places.filter((place) => (bits & (1 << place)) === 0),
      ),
    );
  }
  return splits;
}
