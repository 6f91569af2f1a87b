/**
 * Three digits, the first of these that fits: all equal; three neighbours in any order; two equal; one
 * pair of neighbours; none. 9 and 0 are neighbours.
 */
export type DigitShape = "triple" | "straight" | "pair" | "half-straight" | "mixed";

/** Facts of five digits besides themselves. */
export interface FiveDigitsFacts {
  readonly family: "five-digits";
  /** 0 to 45. */
  readonly sum: number;
  /** Big is 23 and over. */
  readonly bigSmall: "big" | "small";
  readonly oddEven: "odd" | "even";
  /** Ten-thousands against units. */
  readonly dragonTiger: "dragon" | "tiger" | "tie";
  readonly firstThree: DigitShape;
  readonly middleThree: DigitShape;
  readonly lastThree: DigitShape;
}

/** The shape of three digits. */
export function digitShape([a = 0, b = 0, c = 0]: readonly number[]): DigitShape {
  if (a === b && b === c) return "triple";
  if (a === b || b === c || a === c) return "pair";
  const neighbours = (x: number, y: number): number =>
    (x - y + 10) % 10 === 1 || (y - x + 10) % 10 === 1 ? 1 : 0;
  const links = neighbours(a, b) + neighbours(b, c) + neighbours(a, c);
  return links === 2 ? "straight" : links === 1 ? "half-straight" : "mixed";
}

/** Dragon when the left digit is the greater, tiger when the right is, tie when they are equal. */
export function dragonTiger(left: number, right: number): "dragon" | "tiger" | "tie" {
  return left > right ? "dragon" : left < right ? "tiger" : "tie";
}

/** Smallest big total. */
export const BIG_TOTAL = 23;

/** The sum of five digits and its sides. */
export function digitTotal(
  numbers: readonly number[],
): Pick<FiveDigitsFacts, "sum" | "bigSmall" | "oddEven"> {
  let sum = 0;
  for (const digit of numbers) sum += digit;
  return { sum, bigSmall: sum >= BIG_TOTAL ? "big" : "small", oddEven: sum % 2 === 1 ? "odd" : "even" };
}

/** The facts of a draw of five digits. */
export function fiveDigitsFacts(numbers: readonly number[]): FiveDigitsFacts {
  return {
    family: "five-digits",
    ...digitTotal(numbers),
    dragonTiger: dragonTiger(numbers[0] ?? 0, numbers[4] ?? 0),
    firstThree: digitShape(numbers.slice(0, 3)),
    middleThree: digitShape(numbers.slice(1, 4)),
    lastThree: digitShape(numbers.slice(2, 5)),
  };
}
