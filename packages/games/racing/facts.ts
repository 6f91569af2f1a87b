/** Facts of the order of ten cars. */
export interface RacingFacts {
  readonly family: "racing";
  /** Champion plus runner-up, 3 to 19. */
  readonly topTwoSum: number;
  /** Big is 12 and over. */
  readonly topTwoBigSmall: "big" | "small";
  readonly topTwoOddEven: "odd" | "even";
  /** Five duels: first place against tenth, second against ninth, to fifth against sixth. Never a tie. */
  readonly dragonTiger: readonly ("dragon" | "tiger")[];
  /** For each place: 1 to 5 is small. */
  readonly sides: readonly { readonly bigSmall: "big" | "small"; readonly oddEven: "odd" | "even" }[];
}

const parity = (number: number): "odd" | "even" => (number % 2 === 1 ? "odd" : "even");

/** The facts of a race: `numbers` are the cars by place, champion first. */
export function racingFacts(numbers: readonly number[]): RacingFacts {
  const [champion = 0, runnerUp = 0] = numbers;
  const topTwoSum = champion + runnerUp;
  return {
    family: "racing",
    topTwoSum,
    topTwoBigSmall: topTwoSum >= 12 ? "big" : "small",
    topTwoOddEven: parity(topTwoSum),
    dragonTiger: numbers
      .slice(0, 5)
      .map((car, place) => (car > (numbers[numbers.length - 1 - place] ?? 0) ? "dragon" : "tiger")),
    sides: numbers.map((car) => ({ bigSmall: car >= 6 ? "big" : "small", oddEven: parity(car) })),
  };
}
