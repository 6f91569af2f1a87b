import type { Verdict } from "../ticks.ts";
import { sidesOf, TIE_BALL, zodiacIndexOf, type BallSides } from "./ball.ts";

// Domestic animals, as indexes in the order of the years: ox, horse, goat, rooster, dog, pig.
const DOMESTIC = new Set([1, 6, 7, 9, 10, 11]);

const SHOWS = {
  big: ({ bigSmall }) => bigSmall === "big",
  small: ({ bigSmall }) => bigSmall === "small",
  odd: ({ oddEven }) => oddEven === "odd",
  even: ({ oddEven }) => oddEven === "even",
  "sum-big": ({ sumBigSmall }) => sumBigSmall === "big",
  "sum-small": ({ sumBigSmall }) => sumBigSmall === "small",
  "sum-odd": ({ sumOddEven }) => sumOddEven === "odd",
  "sum-even": ({ sumOddEven }) => sumOddEven === "even",
  "tail-big": ({ tailBigSmall }) => tailBigSmall === "big",
  "tail-small": ({ tailBigSmall }) => tailBigSmall === "small",
} as const satisfies Readonly<Record<string, (sides: BallSides) => boolean>>;

/** A side of a ball: of the ball itself, of the sum of its digits, or of its last digit. */
export type Side = keyof typeof SHOWS;

/** The sides as board items. */
export const SIDES: readonly Side[] = [
  "big",
  "small",
  "odd",
  "even",
  "sum-big",
  "sum-small",
  "sum-odd",
  "sum-even",
  "tail-big",
  "tail-small",
];

/** Verdict of a ball on a bet on all of these sides: 49 has none and returns the stake. */
export function judgeSides(wanted: readonly Side[], ball: number): Verdict {
  if (ball === TIE_BALL) return "refunded";
  const sides = sidesOf(ball);
  return wanted.every((side) => SHOWS[side](sides)) ? "wins" : "loses";
}

/** Verdict of a ball on a bet that its animal is domestic or wild: 49 is neither and returns the stake. */
export function judgeDomestic(wantsDomestic: boolean, ball: number, lunarYear: number): Verdict {
  if (ball === TIE_BALL) return "refunded";
  return DOMESTIC.has(zodiacIndexOf(ball, lunarYear)) === wantsDomestic ? "wins" : "loses";
}
