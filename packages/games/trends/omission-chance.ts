import type { Family } from "../bet.ts";
import { diceShape } from "../dice/facts.ts";
import { digitShape } from "../five-digits/facts.ts";
import { fraction, type Fraction, minus, times } from "../fraction.ts";
import { colourOf, zodiacOf } from "../mark-six/ball.ts";
import { once } from "../once.ts";
import type { Track, TrackFact } from "./tracks.ts";

/** How many of equally likely cases show each value. */
interface Cases {
  readonly all: number;
  readonly by: ReadonlyMap<string, number>;
}

const numbersTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

function counted(values: Iterable<string | number>): Cases {
  const by = new Map<string, number>();
  let all = 0;
  for (const value of values) {
    all += 1;
    by.set(String(value), (by.get(String(value)) ?? 0) + 1);
  }
  return { all, by };
}

/** Every row of numbers of a length, each as likely as any other. */
function rows(length: number, numbers: readonly number[]): number[][] {
  let found: number[][] = [[]];
  for (let at = 0; at < length; at += 1) {
    found = found.flatMap((row) => numbers.map((number) => [...row, number]));
  }
  return found;
}

const add = (row: readonly number[]): number => row.reduce((sum, number) => sum + number, 0);

const DIGITS = numbersTo(0, 9);
const FACES = numbersTo(1, 6);
const CARS = numbersTo(1, 10);
const BALLS = numbersTo(1, 49);
const DICE = 3;
const DRAWN = 7;

/** The sum of five digits: that of the first two and of the other three, whose cases are few. */
const digitSums = once((): Cases => {
  const [two, three] = [rows(2, DIGITS).map(add), rows(3, DIGITS).map(add)];
  return counted(two.flatMap((sum) => three.map((other) => sum + other)));
});
const digitShapes = once(() => counted(rows(3, DIGITS).map(digitShape)));
const diceSums = once(() => counted(rows(DICE, FACES).map(add)));
const diceShapes = once(() => counted(rows(DICE, FACES).map(diceShape)));
const topTwoSums = once(() =>
  counted(
    rows(2, CARS)
      .filter(([first, second]) => first !== second)
      .map(add),
  ),
);

type Facts = Partial<Record<TrackFact, (lunarYear: number | undefined) => Cases | undefined>>;

const ofBalls = (value: (ball: number) => string | number) => () => counted(BALLS.map(value));

const FACTS: Readonly<Record<Family, Facts>> = {
  "five-digits": { number: () => counted(DIGITS), sum: digitSums, shape: digitShapes },
  dice: { number: () => counted(FACES), sum: diceSums, shape: diceShapes },
  racing: { number: () => counted(CARS), sum: topTwoSums },
  "mark-six": {
    special: () => counted(BALLS),
    colour: ofBalls(colourOf),
    tail: ofBalls((ball) => ball % 10),
    head: ofBalls((ball) => Math.floor(ball / 10)),
    zodiac: (lunarYear) =>
      lunarYear === undefined ? undefined : counted(BALLS.map((ball) => zodiacOf(ball, lunarYear))),
  },
};

/** Values that come several at once: a face on any of three dice, a ball among the seven. */
function chanceAmongMany(fact: TrackFact): Fraction | undefined {
  if (fact === "faces") return minus(fraction(1), power(fraction(5, 6), DICE));
  return fact === "balls" ? fraction(DRAWN, BALLS.length) : undefined;
}

/**
 * The exact chance that a fair draw shows a value on a track; undefined on tracks of sides, and for animals without the
 * lunar year of the draw.
 */
export function valueChance(
  family: Family,
  { fact }: Pick<Track, "fact">,
  value: string,
  lunarYear?: number,
): Fraction | undefined {
  const many = chanceAmongMany(fact);
  if (many !== undefined) return many;
  const cases = FACTS[family][fact]?.(lunarYear);
  return cases === undefined ? undefined : fraction(cases.by.get(value) ?? 0, cases.all);
}

/** The exact chance that a number of fair draws in a row all lack a value of this chance. */
export function omissionChance(chance: Fraction, draws: number): Fraction {
  return power(minus(fraction(1), chance), draws);
}

function power(base: Fraction, exponent: number): Fraction {
  let [result, factor] = [fraction(1), base];
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = times(result, factor);
    factor = times(factor, factor);
  }
  return result;
}

/** "1 of 17": how many of how many such runs are like that. Rounded, as nobody reads 0.0581. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

const TEN = 10;

/** A chance in plain figures: of ten where it is at least one of ten, otherwise one of the nearest whole number. */
export function shareOf({ num, den }: Fraction): Share | undefined {
  if (num <= 0n) return undefined;
  const rounded = (a: bigint, b: bigint): number => Number((2n * a + b) / (2n * b));
  const ofTen = rounded(num * BigInt(TEN), den);
  const of = rounded(den, num);
  if (of >= TEN) return { part: 1, of };
  return { part: Math.min(ofTen, TEN), of: TEN };
}
