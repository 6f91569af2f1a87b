import { draw as drawDice } from "./dice/draw.ts";
import { draw as drawFiveDigits } from "./five-digits/draw.ts";
import { draw as drawMarkSix } from "./mark-six/draw.ts";
import { draw as drawRacing } from "./racing/draw.ts";

/** A source of fair choices: `uniform(n)` gives a whole number from 0 to n − 1, each equally likely. n is 1–256. */
export type Uniform = (n: number) => number;

/** The shape of one family's draw: how many numbers, their bounds, and whether a number may come twice. */
interface DrawShape {
  readonly draw: (uniform: Uniform) => number[];
  readonly length: number;
  readonly lowest: number;
  readonly highest: number;
  readonly distinct: boolean;
}

const SHAPES = {
  "five-digits": { draw: drawFiveDigits, length: 5, lowest: 0, highest: 9, distinct: false },
  dice: { draw: drawDice, length: 3, lowest: 1, highest: 6, distinct: false },
  racing: { draw: drawRacing, length: 10, lowest: 1, highest: 10, distinct: true },
  "mark-six": { draw: drawMarkSix, length: 7, lowest: 1, highest: 49, distinct: true },
} as const satisfies Record<string, DrawShape>;

/** The families that have a draw. */
export type DrawFamily = keyof typeof SHAPES;

/**
 * The draw of a family as a function of its source of chance, as `lot-fair/1` fixes it. The order in which
 * choices are taken is part of that scheme: changing it would change every result that can be recomputed.
 */
export function drawFor(family: DrawFamily): (uniform: Uniform) => number[] {
  return SHAPES[family].draw;
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
