import type { Option, Picks } from "../../bet.ts";
import { once } from "../../once.ts";
import { BIG_TOTAL } from "../facts.ts";
import { ALL_FIVE, BASE, SIDES } from "../five-digits.ts";
import { SHAPE_OF_NUMBER, SHAPES } from "./shapes.ts";

/*
 * The total worth of the plate's bets is the sum over the parts of a draw: each ball, the shapes of three areas,
 * the duel of the first ball with the last, and the size and parity of the total.
 */

type Worth = Parameters<NonNullable<Option["maxWorth"]>>[2];

const PAIRS = BASE ** 2;
const THREES = BASE ** 3;
const MAX_SUM_OF_TWO = 18;
const MAX_SUM_OF_THREE = 27;

// Panels in board order; not all plates have the shapes.
const [TOTAL, DUEL, FIRST_BALL, FIRST_AREA] = [0, 1, 2, 7] as const;

/** Worth of the parts of a draw. */
interface Parts {
  /** Of each ball, by its digit. */
  readonly balls: readonly (readonly number[])[];
  /** Of the duel, by the number that the first and the last digit are together. */
  readonly ends: readonly number[];
  /** Of the total, at 0 small and even, 1 small and odd, 2 big and even, 3 big and odd. */
  readonly totals: readonly number[];
  /** Of each of the three areas, by shape. */
  readonly areas: readonly (readonly number[])[];
}

/** Worth of a panel's ticked items, zero for the others. */
function worthsOf(picks: Picks, panel: number, worths: readonly number[]): readonly number[] {
  const found = Array<number>(worths.length).fill(0);
  const ticked = picks.chosen[panel]?.low ?? 0;
  for (let item = 0; item < worths.length; item++) {
    if (((ticked >>> item) & 1) === 1) found[item] = worths[item] ?? 0;
  }
  return found;
}

// The items of SIDES in their order, and after them the digits.
const [BIG, SMALL, ODD, EVEN, DIGIT] = [0, 1, 2, 3, 4] as const;

function ballWorths(picks: Picks, place: number, worths: readonly number[]): readonly number[] {
  const ofItems = worthsOf(picks, FIRST_BALL + place, worths);
  const found = Array<number>(BASE).fill(0);
  for (let digit = 0; digit < BASE; digit++) {
    const size = ofItems[digit >= BASE / 2 ? BIG : SMALL] ?? 0;
    const parity = ofItems[digit % 2 === 1 ? ODD : EVEN] ?? 0;
    found[digit] = size + parity + (ofItems[DIGIT + digit] ?? 0);
  }
  return found;
}

function partsOf(picks: Picks, worth: Worth): Parts {
  const hasShapes = picks.chosen.length > FIRST_AREA;
  const sides = SIDES.map((side) => worth("side", side));
  const digits = hasShapes ? Array<number>(BASE).fill(worth("digit")) : [];
  const shapes = hasShapes ? SHAPES.map((shape) => worth(shape)) : [];
  const duel = worthsOf(
    picks,
    DUEL,
    ["dragon", "tiger", "tie"].map((tier) => worth(tier)),
  );
  const ends = Array<number>(PAIRS).fill(0);
  for (let first = 0; first < BASE; first++) {
    for (let last = 0; last < BASE; last++) {
      ends[first * BASE + last] = duel[first > last ? 0 : first < last ? 1 : 2] ?? 0;
    }
  }
  const ofTotal = worthsOf(
    picks,
    TOTAL,
    SIDES.map((side) => worth(`total-${side}`)),
  );
  const totals = [0, 0, 0, 0];
  for (let at = 0; at < totals.length; at++) {
    totals[at] = (ofTotal[at >= 2 ? BIG : SMALL] ?? 0) + (ofTotal[at % 2 === 1 ? ODD : EVEN] ?? 0);
  }
  return {
    balls: ALL_FIVE.map((place) => ballWorths(picks, place, [...sides, ...digits])),
    ends,
    totals,
    areas: [0, 1, 2].map((area) => worthsOf(picks, FIRST_AREA + area, shapes)),
  };
}

const NO_DIGITS = Array<number>(BASE).fill(0);

/** Largest worth of the three middle balls, by their sum. */
function middleBySum({ balls }: Parts): readonly number[] {
  const [second = NO_DIGITS, third = NO_DIGITS, fourth = NO_DIGITS] = balls.slice(1, 4);
  const two = Array<number>(MAX_SUM_OF_TWO + 1).fill(-Infinity);
  for (let a = 0; a < BASE; a++) {
    for (let b = 0; b < BASE; b++) {
      two[a + b] = Math.max(two[a + b] ?? 0, (second[a] ?? 0) + (third[b] ?? 0));
    }
  }
  const three = Array<number>(MAX_SUM_OF_THREE + 1).fill(-Infinity);
  for (let sum = 0; sum <= MAX_SUM_OF_TWO; sum++) {
    for (let digit = 0; digit < BASE; digit++) {
      three[sum + digit] = Math.max(three[sum + digit] ?? 0, (two[sum] ?? 0) + (fourth[digit] ?? 0));
    }
  }
  return three;
}

/** Without shapes the middle balls interact with the outer ones only through the total: their best by sum is enough. */
function maxWithoutShapes(parts: Parts): number {
  const { balls, ends, totals } = parts;
  const [first = NO_DIGITS, last = NO_DIGITS] = [balls[0], balls[4]];
  const middle = middleBySum(parts);
  // The best of the middle sums below a sum, and from it on, each by parity at `sum × 2 + odd`.
  const below = Array<number>((MAX_SUM_OF_THREE + 2) * 2).fill(-Infinity);
  const from = Array<number>((MAX_SUM_OF_THREE + 2) * 2).fill(-Infinity);
  for (let sum = 0; sum <= MAX_SUM_OF_THREE; sum++) {
    for (const odd of [0, 1]) {
      const own = sum % 2 === odd ? (middle[sum] ?? 0) : -Infinity;
      below[sum * 2 + 2 + odd] = Math.max(below[sum * 2 + odd] ?? 0, own);
    }
  }
  for (let sum = MAX_SUM_OF_THREE; sum >= 0; sum--) {
    for (const odd of [0, 1]) {
      const own = sum % 2 === odd ? (middle[sum] ?? 0) : -Infinity;
      from[sum * 2 + odd] = Math.max(from[sum * 2 + 2 + odd] ?? 0, own);
    }
  }
  let most = 0;
  for (let a = 0; a < BASE; a++) {
    for (let e = 0; e < BASE; e++) {
      const outer = (first[a] ?? 0) + (last[e] ?? 0) + (ends[a * BASE + e] ?? 0);
      const big = (BIG_TOTAL - a - e) * 2;
      for (let odd = 0; odd < 2; odd++) {
        const parity = (a + e + odd) % 2;
        const ofSmall = outer + (below[big + odd] ?? 0) + (totals[parity] ?? 0);
        const ofBig = outer + (from[big + odd] ?? 0) + (totals[2 + parity] ?? 0);
        if (ofSmall > most) most = ofSmall;
        if (ofBig > most) most = ofBig;
      }
    }
  }
  return most;
}

/** Worth of a draw's parts, which are recombined around each three middle digits. */
interface Joined {
  /** The first ball and the first area, at (second and third digit) × 10 + first. */
  readonly lefts: Float64Array;
  /** The middle balls and their area, by the number that they are. */
  readonly middles: Float64Array;
  /** The last ball and the last area, at (third and fourth digit) × 10 + last. */
  readonly rights: Float64Array;
  readonly ends: readonly number[];
  readonly totals: readonly number[];
  /** The greatest of the lefts, and of the rights, by their first two digits. */
  readonly maxLeft: Float64Array;
  readonly maxRight: Float64Array;
}

// Reused for each selection: a slip has hundreds of them, and allocating tables of this size takes longer than filling
// them.
const tables = once(() => ({
  lefts: new Float64Array(THREES),
  middles: new Float64Array(THREES),
  rights: new Float64Array(THREES),
  maxLeft: new Float64Array(PAIRS),
  maxRight: new Float64Array(PAIRS),
  bounds: new Float64Array(THREES),
}));

function joined({ balls, ends, totals, areas }: Parts): Joined {
  const [first = NO_DIGITS, second = NO_DIGITS, third = NO_DIGITS, fourth = NO_DIGITS, last = NO_DIGITS] =
    balls;
  const [left = NO_DIGITS, middle = NO_DIGITS, right = NO_DIGITS] = areas;
  const { lefts, middles, rights, maxLeft, maxRight } = tables();
  for (let pair = 0; pair < PAIRS; pair++) {
    const two = (second[Math.floor(pair / BASE)] ?? 0) + (third[pair % BASE] ?? 0);
    let [ofLeft, ofRight] = [0, 0];
    for (let digit = 0; digit < BASE; digit++) {
      const number = pair * BASE + digit;
      const shape = SHAPE_OF_NUMBER[number] ?? 0;
      const one = (first[digit] ?? 0) + (left[SHAPE_OF_NUMBER[digit * PAIRS + pair] ?? 0] ?? 0);
      const other = (last[digit] ?? 0) + (right[shape] ?? 0);
      lefts[number] = one;
      middles[number] = two + (fourth[digit] ?? 0) + (middle[shape] ?? 0);
      rights[number] = other;
      if (one > ofLeft) ofLeft = one;
      if (other > ofRight) ofRight = other;
    }
    maxLeft[pair] = ofLeft;
    maxRight[pair] = ofRight;
  }
  return { lefts, middles, rights, ends, totals, maxLeft, maxRight };
}

const sumOfThree = (number: number): number =>
  Math.floor(number / PAIRS) + (Math.floor(number / BASE) % BASE) + (number % BASE);

/** Upper bound of the hundred draws around each three middle digits, if every part is at its best. */
function boundsAround({ middles, ends, totals, maxLeft, maxRight }: Joined): Float64Array {
  const [small, big] = [Math.max(totals[0] ?? 0, totals[1] ?? 0), Math.max(totals[2] ?? 0, totals[3] ?? 0)];
  // Dragon, tiger and tie, as 1 against 0, 0 against 1 and 0 against 0.
  const duel = Math.max(ends[BASE] ?? 0, ends[1] ?? 0, ends[0] ?? 0);
  const either = Math.max(small, big);
  const { bounds } = tables();
  for (let left = 0; left < PAIRS; left++) {
    const ofLeft = (maxLeft[left] ?? 0) + duel;
    const right = (left % BASE) * BASE;
    const two = sumOfThree(left);
    for (let digit = 0; digit < BASE; digit++) {
      const middle = left * BASE + digit;
      const sum = two + digit;
      const total = sum >= BIG_TOTAL ? big : sum + MAX_SUM_OF_TWO < BIG_TOTAL ? small : either;
      bounds[middle] = (middles[middle] ?? 0) + (maxRight[right + digit] ?? 0) + ofLeft + total;
    }
  }
  return bounds;
}

/** Largest worth of the hundred draws around three middle digits. */
function maxAround({ lefts, middles, rights, ends, totals }: Joined, middle: number): number {
  const [left, right] = [Math.floor(middle / BASE) * BASE, (middle % PAIRS) * BASE];
  const sum = sumOfThree(middle);
  let most = 0;
  for (let a = 0; a < BASE; a++) {
    const ofFirst = lefts[left + a] ?? 0;
    for (let e = 0; e < BASE; e++) {
      const total = sum + a + e;
      const worth =
        ofFirst +
        (rights[right + e] ?? 0) +
        (ends[a * BASE + e] ?? 0) +
        (totals[(total >= BIG_TOTAL ? 2 : 0) + (total & 1)] ?? 0);
      if (worth > most) most = worth;
    }
  }
  return most + (middles[middle] ?? 0);
}

// After this many middles the bound of the others is the result, so that a maliciously slow selection has bounded cost.
const MAX_EXAMINED = 120;

function maxWithShapes(parts: Parts): number {
  const whole = joined(parts);
  const bounds = boundsAround(whole);
  let promising = 0;
  for (let each = 1; each < THREES; each++) {
    if ((bounds[each] ?? 0) > (bounds[promising] ?? 0)) promising = each;
  }
  let most = maxAround(whole, promising);
  let looked = 1;
  for (let middle = 0; middle < THREES; middle++) {
    const bound = bounds[middle] ?? 0;
    if (bound <= most || middle === promising) continue;
    looked += 1;
    most = looked > MAX_EXAMINED ? bound : Math.max(most, maxAround(whole, middle));
  }
  return most;
}

/**
 * Largest worth of a selection's ticks in one draw. With ticked shapes it may exceed that of every draw, by at most the
 * worth of the ticks on total and duel.
 */
export function plateMostWorth(picks: Picks, worth: Worth): number {
  const parts = partsOf(picks, worth);
  const shapesTicked = picks.chosen.slice(FIRST_AREA).some(({ indexes }) => indexes.length > 0);
  return shapesTicked ? maxWithShapes(parts) : maxWithoutShapes(parts);
}
