import type { Tier } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { digitShape, type DigitShape } from "../facts.ts";
import { digitAt, DIGITS, FIRST_THREE, LAST_THREE, MIDDLE_THREE, type Places } from "../five-digits.ts";

/** The shapes of three digits as board items. */
export const SHAPES = [
  "triple",
  "straight",
  "pair",
  "half-straight",
  "mixed",
] as const satisfies DigitShape[];

// Number of the thousand three-digit numbers with each shape.
const NUMBERS: Readonly<Record<DigitShape, number>> = {
  triple: 10,
  straight: 60,
  pair: 270,
  "half-straight": 360,
  mixed: 300,
};

/** A tier for each shape. */
export const SHAPE_TIERS: readonly Tier[] = SHAPES.map((shape) => ({
  code: shape,
  classes: [{ p: fraction(NUMBERS[shape], 1_000) }],
}));

/** Three places with a shape: the code of their group and their indexes. */
export interface Area {
  readonly group: string;
  readonly places: Places;
}

export const AREAS: readonly Area[] = [
  { group: "first-three", places: FIRST_THREE },
  { group: "middle-three", places: MIDDLE_THREE },
  { group: "last-three", places: LAST_THREE },
];

const EACH = [...DIGITS.keys()];

/** The shape of every number of three digits, 0 to 999, by its index in SHAPES. */
export const SHAPE_OF_NUMBER = Uint8Array.from(
  EACH.flatMap((a) => EACH.flatMap((b) => EACH.map((c) => SHAPES.indexOf(digitShape([a, b, c]))))),
);

/** The shape that three places of a draw have, by its index in SHAPES. */
export function shapeAt(numbers: readonly number[], places: Places): number {
  let number = 0;
  for (const place of places) number = number * 10 + digitAt(numbers, place);
  return SHAPE_OF_NUMBER[number] ?? -1;
}
