import type { Option, Picks } from "../../bet.ts";
import { has } from "../../picks.ts";
import { BIG_TOTAL } from "../facts.ts";
import { ALL_FIVE, BASE, DIGITS, SIDES } from "../five-digits.ts";
import { SHAPE_OF_NUMBER, SHAPES } from "./shapes.ts";

/*
 * What the plate's bets are worth together is the sum over the parts of a draw: each ball, the shapes of three areas,
 * the duel of the first ball with the last, and the size and parity of the total.
 */

type Worth = Parameters<NonNullable<Option["mostWorth"]>>[2];

const PAIRS = BASE ** 2;
const THREES = BASE ** 3;
const MOST_OF_TWO = 18;
const MOST_OF_THREE = 27;

// The panels stand on the board in this order; not all plates have the shapes.
const [TOTAL, DUEL, FIRST_BALL, FIRST_AREA] = [0, 1, 2, 7] as const;

/** What the parts of a draw are worth. */
interface Parts {
  /** Of each ball, by its digit. */
  readonly balls: readonly Float64Array[];
  /** Of the duel, by the number that the first and the last digit are together. */
  readonly ends: Float64Array;
  /** Of the total, at 0 small and even, 1 small and odd, 2 big and even, 3 big and odd. */
  readonly totals: Float64Array;
  /** Of each of the three areas, by shape. */
  readonly areas: readonly Float64Array[];
}

function partsOf(picks: Picks, worth: Worth): Parts {
  const ticked = (panel: number, item: number, worthOfItem: number): number => {
    const chosen = picks.chosen[panel];
    return chosen !== undefined && has(chosen, item) ? worthOfItem : 0;
  };
  const sides = SIDES.map((side) => worth("side", side));
  const digit = picks.chosen.length > FIRST_AREA ? worth("digit") : 0;
  const balls = ALL_FIVE.map((place) => {
    const [big = 0, small = 0, odd = 0, even = 0] = sides.map((side, item) =>
      ticked(FIRST_BALL + place, item, side),
    );
    return Float64Array.from(
      DIGITS,
      (_, at) =>
        (at >= BASE / 2 ? big : small) +
        (at % 2 === 1 ? odd : even) +
        ticked(FIRST_BALL + place, SIDES.length + at, digit),
    );
  });
  const [dragon = 0, tiger = 0, tie = 0] = ["dragon", "tiger", "tie"].map((tier, item) =>
    ticked(DUEL, item, worth(tier)),
  );
  const [big = 0, small = 0, odd = 0, even = 0] = SIDES.map((side, item) =>
    ticked(TOTAL, item, worth(`total-${side}`)),
  );
  const ends = new Float64Array(PAIRS);
  for (let first = 0; first < BASE; first++) {
    for (let last = 0; last < BASE; last++) {
      ends[first * BASE + last] = first > last ? dragon : first < last ? tiger : tie;
    }
  }
  const shapes = picks.chosen.length > FIRST_AREA ? SHAPES.map((shape) => worth(shape)) : [];
  const areas = [0, 1, 2].map((area) =>
    Float64Array.from(shapes, (shape, item) => ticked(FIRST_AREA + area, item, shape)),
  );
  return { balls, ends, totals: Float64Array.of(small + even, small + odd, big + even, big + odd), areas };
}

const NO_DIGITS = new Float64Array(BASE);

/** The most that the three middle balls are worth, by their sum. */
function middleBySum({ balls }: Parts): Float64Array {
  const [second = NO_DIGITS, third = NO_DIGITS, fourth = NO_DIGITS] = balls.slice(1, 4);
  const two = new Float64Array(MOST_OF_TWO + 1).fill(-Infinity);
  for (let a = 0; a < BASE; a++) {
    for (let b = 0; b < BASE; b++) {
      two[a + b] = Math.max(two[a + b] ?? 0, (second[a] ?? 0) + (third[b] ?? 0));
    }
  }
  const three = new Float64Array(MOST_OF_THREE + 1).fill(-Infinity);
  for (let sum = 0; sum <= MOST_OF_TWO; sum++) {
    for (let digit = 0; digit < BASE; digit++) {
      three[sum + digit] = Math.max(three[sum + digit] ?? 0, (two[sum] ?? 0) + (fourth[digit] ?? 0));
    }
  }
  return three;
}

/** Without shapes the middle balls only meet the outer ones in the total: the best of them by their sum is enough. */
function mostWithoutShapes(parts: Parts): number {
  const { balls, ends, totals } = parts;
  const [first = NO_DIGITS, last = NO_DIGITS] = [balls[0], balls[4]];
  const middle = middleBySum(parts);
  // The best of the middle sums below a sum, and from it on, each by parity at `sum × 2 + odd`.
  const below = new Float64Array((MOST_OF_THREE + 2) * 2).fill(-Infinity);
  const from = new Float64Array((MOST_OF_THREE + 2) * 2).fill(-Infinity);
  for (let sum = 0; sum <= MOST_OF_THREE; sum++) {
    for (const odd of [0, 1]) {
      const own = sum % 2 === odd ? (middle[sum] ?? 0) : -Infinity;
      below[sum * 2 + 2 + odd] = Math.max(below[sum * 2 + odd] ?? 0, own);
    }
  }
  for (let sum = MOST_OF_THREE; sum >= 0; sum--) {
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

/** The worth of draws in the parts that are put together again around each three middle digits. */
interface Joined {
  /** The first ball and the first area, at (second and third digit) × 10 + first. */
  readonly lefts: Float64Array;
  /** The middle balls and their area, by the number that they are. */
  readonly middles: Float64Array;
  /** The last ball and the last area, at (third and fourth digit) × 10 + last. */
  readonly rights: Float64Array;
  readonly ends: Float64Array;
  readonly totals: Float64Array;
}

function joined({ balls, ends, totals, areas }: Parts): Joined {
  const [first = NO_DIGITS, second = NO_DIGITS, third = NO_DIGITS, fourth = NO_DIGITS, last = NO_DIGITS] =
    balls;
  const [left = NO_DIGITS, middle = NO_DIGITS, right = NO_DIGITS] = areas;
  const [lefts, middles, rights] = [
    new Float64Array(THREES),
    new Float64Array(THREES),
    new Float64Array(THREES),
  ];
  for (let pair = 0; pair < PAIRS; pair++) {
    const two = (second[Math.floor(pair / BASE)] ?? 0) + (third[pair % BASE] ?? 0);
    for (let digit = 0; digit < BASE; digit++) {
      const number = pair * BASE + digit;
      const shape = SHAPE_OF_NUMBER[number] ?? 0;
      lefts[number] = (first[digit] ?? 0) + (left[SHAPE_OF_NUMBER[digit * PAIRS + pair] ?? 0] ?? 0);
      middles[number] = two + (fourth[digit] ?? 0) + (middle[shape] ?? 0);
      rights[number] = (last[digit] ?? 0) + (right[shape] ?? 0);
    }
  }
  return { lefts, middles, rights, ends, totals };
}

function mostByPair(worths: Float64Array): Float64Array {
  const found = new Float64Array(PAIRS);
  for (let pair = 0; pair < PAIRS; pair++) {
    let most = 0;
    for (let at = pair * BASE; at < (pair + 1) * BASE; at++) most = Math.max(most, worths[at] ?? 0);
    found[pair] = most;
  }
  return found;
}

const sumOfThree = (number: number): number =>
  Math.floor(number / PAIRS) + (Math.floor(number / BASE) % BASE) + (number % BASE);

/** What the hundred draws around each three middle digits are worth at most, if every part is at its best. */
function boundsAround({ lefts, middles, rights, ends, totals }: Joined): Float64Array {
  const [byLeft, byRight] = [mostByPair(lefts), mostByPair(rights)];
  const [small, big] = [Math.max(totals[0] ?? 0, totals[1] ?? 0), Math.max(totals[2] ?? 0, totals[3] ?? 0)];
  // Dragon, tiger and tie, as 1 against 0, 0 against 1 and 0 against 0.
  const duel = Math.max(ends[BASE] ?? 0, ends[1] ?? 0, ends[0] ?? 0);
  const either = Math.max(small, big);
  const bounds = new Float64Array(THREES);
  for (let left = 0; left < PAIRS; left++) {
    const ofLeft = (byLeft[left] ?? 0) + duel;
    const two = sumOfThree(left);
    for (let digit = 0; digit < BASE; digit++) {
      const middle = left * BASE + digit;
      const sum = two + digit;
      const total = sum >= BIG_TOTAL ? big : sum + MOST_OF_TWO < BIG_TOTAL ? small : either;
      bounds[middle] = (middles[middle] ?? 0) + (byRight[middle % PAIRS] ?? 0) + ofLeft + total;
    }
  }
  return bounds;
}

/** The most of the hundred draws around three middle digits. */
function mostAround({ lefts, middles, rights, ends, totals }: Joined, middle: number): number {
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

// Beyond so many middles the bound of the others is the answer: a selection made to be slow costs no more than this.
const MOST_LOOKED_AT = 120;

function mostWithShapes(parts: Parts): number {
  const whole = joined(parts);
  const bounds = boundsAround(whole);
  let promising = 0;
  for (let each = 1; each < THREES; each++) {
    if ((bounds[each] ?? 0) > (bounds[promising] ?? 0)) promising = each;
  }
  let most = mostAround(whole, promising);
  let looked = 1;
  for (let middle = 0; middle < THREES; middle++) {
    const bound = bounds[middle] ?? 0;
    if (bound <= most || middle === promising) continue;
    looked += 1;
    most = looked > MOST_LOOKED_AT ? bound : Math.max(most, mostAround(whole, middle));
  }
  return most;
}

/**
 * The most that the ticks of a selection are worth in one draw. With ticked shapes it may be above what any draw is
 * worth, by no more than the ticks on the total and on the duel are.
 */
export function plateMostWorth(picks: Picks, worth: Worth): number {
  const parts = partsOf(picks, worth);
  const shapesTicked = picks.chosen.slice(FIRST_AREA).some(({ indexes }) => indexes.length > 0);
  return shapesTicked ? mostWithShapes(parts) : mostWithoutShapes(parts);
}
