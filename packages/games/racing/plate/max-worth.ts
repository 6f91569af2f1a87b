import type { Picks } from "../../bet.ts";
import { once } from "../../once.ts";
import { has } from "../../picks.ts";
import { FIELD } from "../racing.ts";
import { BIG_SUM } from "../top-two.ts";

/*
 * The total worth of the plate's bets is a sum over the five pairs of places that duel. Of a car only size and parity
 * matter, to its place and to a duel with a car of the other size; two cars of the same size can be in either order. So
 * the best race is found by distributing four types of cars over the pairs, those of champion and runner-up last,
 * because they also share their sum.
 */

/** Cars that are equivalent for their places: small odd, small even, big odd, big even. */
const TYPES: readonly (readonly number[])[] = [
  [1, 3, 5],
  [2, 4],
  [7, 9],
  [6, 8, 10],
];
const FIRST_BIG_TYPE = 2;
const isBig = (type: number): boolean => type >= FIRST_BIG_TYPE;
const isOdd = (type: number): boolean => type % 2 === 0;

const [BIG, SMALL, ODD, EVEN] = [0, 1, 2, 3] as const;
const [DRAGON, TIGER, EITHER] = [0, 1, 2] as const;
const RESULTS = [DRAGON, TIGER];

const PAIRS = FIELD / 2;
const aheadOf = (way: number): number => Math.floor(way / TYPES.length);
const behindOf = (way: number): number => way % TYPES.length;

/** Number of cars of each type, as a text. */
type Hand = string;

function handOf(types: readonly number[]): Hand | undefined {
  const counts = TYPES.map((_, type) => types.filter((each) => each === type).length);
  return counts.every((count, type) => count <= (TYPES[type]?.length ?? 0)) ? counts.join("") : undefined;
}

const restOf = (hand: Hand): Hand =>
  TYPES.map((cars, type) => String(cars.length - Number(hand[type]))).join("");

/** The winner of a duel, if the sizes of the cars determine it. */
function resultOf(way: number): typeof DRAGON | typeof TIGER | undefined {
  if (isBig(aheadOf(way)) === isBig(behindOf(way))) return undefined;
  return isBig(aheadOf(way)) ? DRAGON : TIGER;
}

/** The cars that can be ahead in a pair of these types with this result. */
function carsAhead(way: number, result: number): readonly number[] {
  const behind = TYPES[behindOf(way)] ?? [];
  return (TYPES[aheadOf(way)] ?? []).filter((car) =>
    behind.some((other) => (result === DRAGON ? car > other : car < other)),
  );
}

/** Types and results of champion, runner-up and their two opponents. */
interface Front {
  readonly firstWay: number;
  readonly secondWay: number;
  readonly firstResult: number;
  readonly secondResult: number;
  /** 0: the sum of the first two can be big, 1: small, 2: either. */
  readonly sum: number;
  readonly odd: boolean;
  /** The hand of the other three pairs. */
  readonly rest: number;
}

/** Adding a pair to a hand; hands are indexes into a separate list for each number of pairs. */
interface Step {
  readonly from: number;
  readonly way: number;
  readonly to: number;
}

interface Tables {
  readonly hands: readonly number[];
  /** For the second and the third of the pairs. */
  readonly steps: readonly (readonly Step[])[];
  readonly fronts: readonly Front[];
}

const WAYS = Array.from({ length: TYPES.length ** 2 }, (_, way) => way);

function sumsOf(
  first: number,
  second: number,
  firstResult: number,
  secondResult: number,
): number | undefined {
  const champions = carsAhead(first, firstResult);
  const seconds = carsAhead(second, secondResult);
  const big = Math.max(...champions) + Math.max(...seconds) >= BIG_SUM;
  const small = Math.min(...champions) + Math.min(...seconds) < BIG_SUM;
  return big && small ? EITHER : big ? BIG : small ? SMALL : undefined;
}

function frontsOf(first: number, second: number, rest: number): readonly Front[] {
  const apart = isBig(aheadOf(first)) !== isBig(aheadOf(second));
  const odd = isOdd(aheadOf(first)) !== isOdd(aheadOf(second));
  const common = { firstWay: first, secondWay: second, odd, rest };
  // Two cars of one size have a sum that is small, or big, whoever wins their duels.
  if (!apart) {
    const sum = isBig(aheadOf(first)) ? BIG : SMALL;
    const [firstResult, secondResult] = [resultOf(first) ?? EITHER, resultOf(second) ?? EITHER];
    return [{ ...common, firstResult, secondResult, sum }];
  }
  const results = (way: number): readonly number[] => {
    const fixed = resultOf(way);
    return fixed === undefined ? RESULTS : [fixed];
  };
  return results(first).flatMap((firstResult) =>
    results(second).flatMap((secondResult) => {
      const sum = sumsOf(first, second, firstResult, secondResult);
      return sum === undefined ? [] : [{ ...common, firstResult, secondResult, sum }];
    }),
  );
}

const tables = once((): Tables => {
  const lists: Hand[][] = [[""]];
  const steps: Step[][] = [];
  let before: (readonly number[])[] = [[]];
  for (let pairs = 1; pairs <= PAIRS - 2; pairs++) {
    const list: Hand[] = [];
    const next: (readonly number[])[] = [];
    const found = before.flatMap((types, from) =>
      WAYS.flatMap((way): Step[] => {
        const together = [...types, aheadOf(way), behindOf(way)];
        const hand = handOf(together);
        if (hand === undefined) return [];
        if (!list.includes(hand)) {
          list.push(hand);
          next.push(together);
        }
        return [{ from, way, to: list.indexOf(hand) }];
      }),
    );
    lists.push(list);
    steps.push(found);
    before = next;
  }
  const last = lists.at(-1) ?? [];
  const fronts = WAYS.flatMap((first) =>
    WAYS.flatMap((second) => {
      const hand = handOf([first, second].flatMap((way) => [aheadOf(way), behindOf(way)]));
      return hand === undefined ? [] : frontsOf(first, second, last.indexOf(restOf(hand)));
    }),
  );
  return { hands: lists.map((list) => list.length), steps, fronts };
});

type Worth = (tier: string, className?: string) => number;

/** What the ticked items of a group are worth, by their index, and nothing for the others. */
function worthOfGroup({ chosen }: Picks, group: number, worths: readonly number[]): readonly number[] {
  const picked = chosen[group];
  return worths.map((worth, item) => (picked !== undefined && has(picked, item) ? worth : 0));
}

/** What a pair is worth by its types without its duel, and by who wins it. */
interface PairWorth {
  readonly cars: readonly number[];
  /** By DRAGON, TIGER and EITHER. */
  readonly duel: readonly number[];
}

function pairWorth(
  picks: Picks,
  pair: number,
  sides: readonly number[],
  winners: readonly number[],
): PairWorth {
  // The board's groups in order: the sum of the first two, the places, the duels.
  const ahead = worthOfGroup(picks, 1 + pair, sides);
  const behind = worthOfGroup(picks, FIELD - pair, sides);
  const [dragon = 0, tiger = 0] = worthOfGroup(picks, 1 + FIELD + pair, winners);
  const ofCar = (place: readonly number[], type: number): number =>
    (place[isBig(type) ? BIG : SMALL] ?? 0) + (place[isOdd(type) ? ODD : EVEN] ?? 0);
  const cars = WAYS.map((way) => ofCar(ahead, aheadOf(way)) + ofCar(behind, behindOf(way)));
  return { cars, duel: [dragon, tiger, Math.max(dragon, tiger)] };
}

const RESULT_OF_WAY = WAYS.map((way) => resultOf(way) ?? EITHER);

/** The most that the three pairs behind champion and runner-up are worth, by the hand that they take. */
function maxByHand({ hands, steps }: Tables, pairs: readonly PairWorth[]): readonly number[] {
  let most: readonly number[] = [0];
  for (const [at, { cars, duel }] of pairs.entries()) {
    const whole = cars.map((worth, way) => worth + (duel[RESULT_OF_WAY[way] ?? EITHER] ?? 0));
    const next = Array<number>(hands[at + 1] ?? 0).fill(0);
    for (const { from, way, to } of steps[at] ?? []) {
      const worth = (most[from] ?? 0) + (whole[way] ?? 0);
      if (worth > (next[to] ?? 0)) next[to] = worth;
    }
    most = next;
  }
  return most;
}

/** The most that the ticks of a selection are worth in one race. */
export function plateMostWorth(picks: Picks, worth: Worth): number {
  const sides = ["big", "small", "odd", "even"].map((side) => worth("side", side));
  const winners = ["dragon", "tiger"].map((winner) => worth("dragon-tiger", winner));
  const sums = ["big", "small", "odd", "even"].map((side) => worth(`top-two-${side}`));
  const [big = 0, small = 0, odd = 0, even = 0] = worthOfGroup(picks, 0, sums);
  const size = [big, small, Math.max(big, small)];
  const made = tables();
  const pairs = Array.from({ length: PAIRS }, (_, pair) => pairWorth(picks, pair, sides, winners));
  const [first, second, ...others] = pairs;
  if (first === undefined || second === undefined) return 0;
  const rest = maxByHand(made, others);
  let most = 0;
  for (const front of made.fronts) {
    const total =
      (first.cars[front.firstWay] ?? 0) +
      (second.cars[front.secondWay] ?? 0) +
      (first.duel[front.firstResult] ?? 0) +
      (second.duel[front.secondResult] ?? 0) +
      (size[front.sum] ?? 0) +
      (front.odd ? odd : even) +
      (rest[front.rest] ?? 0);
    if (total > most) most = total;
  }
  return most;
}
