import type { Group } from "../../bet.ts";
import type { TickTier } from "../../ticks.ts";
import { BIG_TOTAL, dragonTiger } from "../facts.ts";
import { ALL_FIVE, digitAt, DIGITS, digitSum, SIDES } from "../five-digits.ts";
import { AREAS, shapeAt, SHAPES } from "./shapes.ts";

/** A group of the plate: the tier of each item, and the winning items of a draw. */
export interface Panel {
  readonly group: Group;
  readonly tierOf: (item: string) => TickTier;
  /** A bit set, bit i for the item of index i. A draw's winners in one group all win different tiers. */
  readonly winners: (numbers: readonly number[]) => number;
}

const groupOf = (code: string, items: readonly string[]): Group => ({
  code,
  min: 0,
  max: items.length,
  items,
});

// The items of SIDES as a bit set.
const [BIG, SMALL, ODD, EVEN] = [1, 2, 4, 8] as const;

function sidesOf(number: number, bigFrom: number): number {
  return (number >= bigFrom ? BIG : SMALL) | (number % 2 === 1 ? ODD : EVEN);
}

/** Big, small, odd or even, of the sum of all five balls. */
export const TOTAL: Panel = {
  group: groupOf("total", SIDES),
  tierOf: (side) => ({ tier: `total-${side}` }),
  winners: (numbers) => sidesOf(digitSum(numbers, ALL_FIVE), BIG_TOTAL),
};

const DUEL = ["dragon", "tiger", "tie"];

/** Dragon when ball 1 is above ball 5, tiger when below it, tie when they are equal. */
export const FIRST_AGAINST_LAST: Panel = {
  group: groupOf("dragon-tiger", DUEL),
  tierOf: (item) => ({ tier: item }),
  winners: (numbers) => 1 << DUEL.indexOf(dragonTiger(digitAt(numbers, 0), digitAt(numbers, 4))),
};

const BIG_DIGIT = 5;

/** Each ball's sides: 5 to 9 is big. */
export const BALL_SIDES: readonly Panel[] = ALL_FIVE.map((place) => ({
  group: groupOf(`ball${String(place + 1)}`, SIDES),
  tierOf: (side) => ({ tier: "side", class: side }),
  winners: (numbers) => sidesOf(digitAt(numbers, place), BIG_DIGIT),
}));

/** Each ball's sides and, after them, its digit. */
export const BALL_SIDES_AND_DIGITS: readonly Panel[] = BALL_SIDES.map(
  ({ group, tierOf, winners }, place) => ({
    group: groupOf(group.code, [...SIDES, ...DIGITS]),
    tierOf: (item) => (group.items.includes(item) ? tierOf(item) : { tier: "digit" }),
    winners: (numbers) => winners(numbers) | (1 << (SIDES.length + digitAt(numbers, place))),
  }),
);

/** The shape of the first, the middle and the last three balls. */
export const THREE_SHAPES: readonly Panel[] = AREAS.map(({ group, places }) => ({
  group: groupOf(group, SHAPES),
  tierOf: (shape) => ({ tier: shape }),
  winners: (numbers) => 1 << shapeAt(numbers, places),
}));
