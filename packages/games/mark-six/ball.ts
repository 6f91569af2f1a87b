/** The colour waves. */
export type Colour = "red" | "blue" | "green";

const RED = new Set([1, 2, 7, 8, 12, 13, 18, 19, 23, 24, 29, 30, 34, 35, 40, 45, 46]);
const BLUE = new Set([3, 4, 9, 10, 14, 15, 20, 25, 26, 31, 36, 37, 41, 42, 47, 48]);

/** The colour of a ball, 1 to 49. */
export function colourOf(ball: number): Colour {
  return RED.has(ball) ? "red" : BLUE.has(ball) ? "blue" : "green";
}

/** The twelve animals in the order of the years. */
export const ZODIAC = [
  "rat",
  "ox",
  "tiger",
  "rabbit",
  "dragon",
  "snake",
  "horse",
  "goat",
  "monkey",
  "rooster",
  "dog",
  "pig",
] as const;

/** One of the twelve animals. */
export type Zodiac = (typeof ZODIAC)[number];

/**
 * The animal of a ball in a lunar year, as its index in ZODIAC: ball 1 is the animal of the year, each next
 * ball the animal of the year before. So the year's animal has five balls and each other one four.
 */
export function zodiacIndexOf(ball: number, lunarYear: number): number {
  return (((lunarYear - 4 - (ball - 1)) % 12) + 12) % 12;
}

/** The animal of a ball in a lunar year. */
export function zodiacOf(ball: number, lunarYear: number): Zodiac {
  // The remainder is 0 to 11, so the animal exists for every whole ball and year.
  const animal = ZODIAC[zodiacIndexOf(ball, lunarYear)];
  if (animal === undefined)
    throw new RangeError(`no animal for ball ${String(ball)} in ${String(lunarYear)}`);
  return animal;
}

/** The sides of the special ball; 49 is a tie on all of them. */
export interface BallSides {
  /** Big is 25 and over. */
  readonly bigSmall: "big" | "small" | "tie";
  readonly oddEven: "odd" | "even" | "tie";
  /** The sum of both digits; big is 7 and over. */
  readonly sumBigSmall: "big" | "small" | "tie";
  readonly sumOddEven: "odd" | "even" | "tie";
  /** The last digit; big is 5 and over. */
  readonly tailBigSmall: "big" | "small" | "tie";
}

/** The ball that takes no side. */
export const TIE_BALL = 49;

/** The sides of a ball, 1 to 49. */
export function sidesOf(ball: number): BallSides {
  if (ball === TIE_BALL) {
    return { bigSmall: "tie", oddEven: "tie", sumBigSmall: "tie", sumOddEven: "tie", tailBigSmall: "tie" };
  }
  const tail = ball % 10;
  const sum = Math.floor(ball / 10) + tail;
  return {
    bigSmall: ball >= 25 ? "big" : "small",
    oddEven: ball % 2 === 1 ? "odd" : "even",
    sumBigSmall: sum >= 7 ? "big" : "small",
    sumOddEven: sum % 2 === 1 ? "odd" : "even",
    tailBigSmall: tail >= 5 ? "big" : "small",
  };
}
