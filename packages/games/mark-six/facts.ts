import { colourOf, sidesOf, zodiacOf, type BallSides, type Colour, type Zodiac } from "./ball.ts";

/** A drawn ball with its colour and its animal in the lunar year of the draw. */
export interface BallFacts {
  readonly number: number;
  readonly colour: Colour;
  readonly zodiac: Zodiac;
}

/** Facts of seven balls besides their numbers. */
export interface MarkSixFacts {
  readonly family: "mark-six";
  readonly lunarYear: number;
  /** Six regular balls in the order drawn, then the special. */
  readonly balls: readonly BallFacts[];
  readonly special: BallFacts & BallSides & { readonly head: number; readonly tail: number };
  /** All seven together; big is 175 and over. */
  readonly total: number;
  readonly totalBigSmall: "big" | "small";
  readonly totalOddEven: "odd" | "even";
}

/** The facts of a draw of six regular balls and the special, in a lunar year. */
export function markSixFacts(numbers: readonly number[], lunarYear: number): MarkSixFacts {
  const factsOf = (number: number): BallFacts => ({
    number,
    colour: colourOf(number),
    zodiac: zodiacOf(number, lunarYear),
  });
  const special = numbers[6] ?? 0;
  const total = numbers.reduce((sum, number) => sum + number, 0);
  return {
    family: "mark-six",
    lunarYear,
    balls: numbers.map(factsOf),
    special: {
      ...factsOf(special),
      ...sidesOf(special),
      head: Math.floor(special / 10),
      tail: special % 10,
    },
    total,
    totalBigSmall: total >= 175 ? "big" : "small",
    totalOddEven: total % 2 === 1 ? "odd" : "even",
  };
}
