import { draw as drawDice } from "./dice/draw.ts";
import { draw as drawFiveDigits } from "./five-digits/draw.ts";
import { draw as drawMarkSix } from "./mark-six/draw.ts";
import { draw as drawRacing } from "./racing/draw.ts";
import type { Uniform } from "./uniform.ts";

export type { Uniform } from "./uniform.ts";

/** The shape of one family's draw: how many numbers, their bounds, and whether a number may come twice. */
export interface DrawShape {
  readonly draw: (uniform: Uniform) => number[];
  readonly length: number;
  readonly lowest: number;
  readonly highest: number;
  readonly distinct: boolean;
  /** The place in the result, from 0, that each choice settles, in the order in which choices are taken. */
  readonly settles: readonly number[];
}

const upTo = (length: number): number[] => Array.from({ length }, (_, i) => i);

const SHAPES = {
  "five-digits": {
    draw: drawFiveDigits,
    length: 5,
    lowest: 0,
    highest: 9,
    distinct: false,
    settles: upTo(5),
  },
  dice: { draw: drawDice, length: 3, lowest: 1, highest: 6, distinct: false, settles: upTo(3) },
  racing: {
    draw: drawRacing,
    length: 10,
    lowest: 1,
    highest: 10,
    distinct: true,
    settles: upTo(10).slice(1).toReversed(),
  },
  "mark-six": { draw: drawMarkSix, length: 7, lowest: 1, highest: 49, distinct: true, settles: upTo(7) },
} as const satisfies Record<string, DrawShape>;

/** The families that have a draw. */
export type DrawFamily = keyof typeof SHAPES;

/**
 * The draw of a family as a function of its random source, as specified by `lot-fair/2`. The order of choices is part
 * of the scheme: changing it would change every recomputed result.
 */
export function drawFor(family: DrawFamily): (uniform: Uniform) => number[] {
  return SHAPES[family].draw;
}

/** Every number that a draw of the family can have, ascending. */
export function numbersOf(family: DrawFamily): readonly number[] {
  const { lowest, highest } = SHAPES[family];
  return Array.from({ length: highest - lowest + 1 }, (_, at) => lowest + at);
}

/** The shape of a family's draw. */
export function shapeOf(family: DrawFamily): DrawShape {
  return SHAPES[family];
}

/**
 * Whether these numbers can be a draw of the family: count, bounds and, for racing and Mark Six, no number
 * twice. The order is that of the draw: five digits, three dice, ten cars by place, six regular and the special.
 */
export function isDraw(family: DrawFamily, numbers: readonly number[]): boolean {
  const shape: DrawShape = SHAPES[family];
  if (numbers.length !== shape.length) return false;
  if (shape.distinct && new Set(numbers).size !== numbers.length) return false;
  return numbers.every((n) => Number.isInteger(n) && n >= shape.lowest && n <= shape.highest);
}

/** A number of a draw and what was read to settle it. */
export interface SettledNumber<Step> {
  /** Its place in the result, from 0. */
  readonly place: number;
  readonly number: number;
  /** Every byte or choice read for it, skipped ones first; none for the last car, which is the remaining one. */
  readonly steps: readonly Step[];
}

/**
 * The number of each choice of a draw, in order. `steps` is what was read: steps with a value made a choice, those
 * without were skipped before the next one.
 */
export function numbersByStep<Step extends { readonly value: number | null }>(
  family: DrawFamily,
  steps: readonly Step[],
  numbers: readonly number[],
): readonly SettledNumber<Step>[] {
  const shape: DrawShape = SHAPES[family];
  const ends = steps.flatMap(({ value }, at) => (value === null ? [] : [at + 1]));
  const chosen = shape.settles.map((place, choice) => ({
    place,
    steps: steps.slice(ends[choice - 1] ?? 0, ends[choice] ?? 0),
  }));
  const left = upTo(shape.length).filter((place) => !shape.settles.includes(place));
  return [...chosen, ...left.map((place) => ({ place, steps: [] }))].flatMap(({ place, steps: read }) => {
    const number = numbers[place];
    return number === undefined ? [] : [{ place, number, steps: read }];
  });
}
