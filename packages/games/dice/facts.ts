/** Shape of three dice: all equal, two equal, in a row, or none of these. */
export type DiceShape = "triple" | "pair" | "straight" | "mixed";

/** Facts of three dice besides their numbers. */
export interface DiceFacts {
  readonly family: "dice";
  /** 3 to 18. */
  readonly sum: number;
  /** Big is 11 to 18; triples count like any other sum. */
  readonly bigSmall: "big" | "small";
  readonly oddEven: "odd" | "even";
  readonly shape: DiceShape;
}

/** The shape of three dice, in any order. */
export function diceShape(numbers: readonly number[]): DiceShape {
  const [low = 0, middle = 0, high = 0] = numbers.toSorted((a, b) => a - b);
  if (low === high) return "triple";
  if (low === middle || middle === high) return "pair";
  return high - low === 2 ? "straight" : "mixed";
}

/** The facts of a draw of three dice. */
export function diceFacts(numbers: readonly number[]): DiceFacts {
  const sum = numbers.reduce((total, number) => total + number, 0);
  return {
    family: "dice",
    sum,
    bigSmall: sum >= 11 ? "big" : "small",
    oddEven: sum % 2 === 1 ? "odd" : "even",
    shape: diceShape(numbers),
  };
}
