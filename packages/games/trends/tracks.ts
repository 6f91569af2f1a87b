import type { Family } from "../bet.ts";
import type { DiceFacts } from "../dice/facts.ts";
import type { Facts } from "../facts.ts";
import type { FiveDigitsFacts } from "../five-digits/facts.ts";
import { ZODIAC } from "../mark-six/ball.ts";
import type { MarkSixFacts } from "../mark-six/facts.ts";
import type { RacingFacts } from "../racing/facts.ts";

/** What a track follows: a number at a place, or one of the facts of a draw. */
export type TrackFact =
  | "number"
  | "sum"
  | "bigSmall"
  | "oddEven"
  | "dragonTiger"
  | "shape"
  | "faces"
  | "special"
  | "balls"
  | "zodiac"
  | "colour"
  | "tail"
  | "head"
  | "sumBigSmall"
  | "sumOddEven"
  | "tailBigSmall"
  | "totalBigSmall"
  | "totalOddEven";

/**
 * One thing that each draw of a family says, followed from draw to draw. `one`: each draw shows exactly one of the
 * values; `many`: several at once; `sides`: one of two sides or, where the family has it, a tie.
 */
export interface Track {
  readonly fact: TrackFact;
  /**
   * Counted from 1: the place of a number or of its sides, the duel of a race, the first, middle or last three digits
   * of a shape. Absent where the fact is one of the whole draw.
   */
  readonly place?: number;
  readonly kind: "one" | "many" | "sides";
  /** In the order they are shown. Sides come first, their tie last. */
  readonly values: readonly string[];
}

/** A draw as the tracks read it: its numbers and the facts of its family. */
export interface TrackedDraw {
  readonly numbers: readonly number[];
  readonly facts: Facts;
}

interface FamilyTrack<F extends Facts> extends Track {
  /** The values of a draw, each once. */
  readonly of: (numbers: readonly number[], facts: F) => readonly string[];
}

/** "0" to "9" for (0, 9). */
function numbersFrom(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, step) => String(first + step));
}

const places = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const BIG_SMALL = ["big", "small"] as const;
const ODD_EVEN = ["odd", "even"] as const;
const DUEL = ["dragon", "tiger"] as const;

/** The number at each place. */
function numberTracks<F extends Facts>(count: number, values: readonly string[]): FamilyTrack<F>[] {
  return places(count).map((place) => ({
    fact: "number",
    place,
    kind: "one",
    values,
    of: (numbers) => [String(numbers[place - 1])],
  }));
}

/** Big or small, odd or even at each place. */
function placeSides<F extends Facts>(count: number, bigFrom: number): FamilyTrack<F>[] {
  return places(count).flatMap((place): FamilyTrack<F>[] => {
    const at = (numbers: readonly number[]): number => numbers[place - 1] ?? 0;
    return [
      side("bigSmall", BIG_SMALL, (numbers) => (at(numbers) >= bigFrom ? "big" : "small"), place),
      side("oddEven", ODD_EVEN, (numbers) => (at(numbers) % 2 === 1 ? "odd" : "even"), place),
    ];
  });
}

function side<F extends Facts>(
  fact: TrackFact,
  values: readonly string[],
  of: (numbers: readonly number[], facts: F) => string,
  place?: number,
): FamilyTrack<F> {
  const track = {
    fact,
    kind: "sides",
    values,
    of: (numbers: readonly number[], facts: F) => [of(numbers, facts)],
  } as const;
  return place === undefined ? track : { ...track, place };
}

function one<F extends Facts>(
  fact: TrackFact,
  values: readonly string[],
  of: (facts: F) => string | number,
  place?: number,
): FamilyTrack<F> {
  const track = {
    fact,
    kind: "one",
    values,
    of: (_: readonly number[], facts: F) => [String(of(facts))],
  } as const;
  return place === undefined ? track : { ...track, place };
}

const DIGIT_SHAPES = ["triple", "straight", "pair", "half-straight", "mixed"] as const;

const FIVE_DIGITS: readonly FamilyTrack<FiveDigitsFacts>[] = [
  ...numberTracks<FiveDigitsFacts>(5, numbersFrom(0, 9)),
  one("sum", numbersFrom(0, 45), ({ sum }) => sum),
  one("shape", DIGIT_SHAPES, ({ firstThree }) => firstThree, 1),
  one("shape", DIGIT_SHAPES, ({ middleThree }) => middleThree, 2),
  one("shape", DIGIT_SHAPES, ({ lastThree }) => lastThree, 3),
  side("bigSmall", BIG_SMALL, (_, { bigSmall }) => bigSmall),
  side("oddEven", ODD_EVEN, (_, { oddEven }) => oddEven),
  side("dragonTiger", [...DUEL, "tie"], (_, { dragonTiger }) => dragonTiger),
  ...placeSides<FiveDigitsFacts>(5, 5),
];

const DICE: readonly FamilyTrack<DiceFacts>[] = [
  one("sum", numbersFrom(3, 18), ({ sum }) => sum),
  {
    fact: "faces",
    kind: "many",
    values: numbersFrom(1, 6),
    of: (numbers) => [...new Set(numbers)].map(String),
  },
  ...numberTracks<DiceFacts>(3, numbersFrom(1, 6)),
  one("shape", ["triple", "straight", "pair", "mixed"], ({ shape }) => shape),
  side("bigSmall", BIG_SMALL, (_, { bigSmall }) => bigSmall),
  side("oddEven", ODD_EVEN, (_, { oddEven }) => oddEven),
];

const RACING: readonly FamilyTrack<RacingFacts>[] = [
  ...numberTracks<RacingFacts>(10, numbersFrom(1, 10)),
  one("sum", numbersFrom(3, 19), ({ topTwoSum }) => topTwoSum),
  side("bigSmall", BIG_SMALL, (_, { topTwoBigSmall }) => topTwoBigSmall),
  side("oddEven", ODD_EVEN, (_, { topTwoOddEven }) => topTwoOddEven),
  ...places(5).map((duel) =>
    side<RacingFacts>("dragonTiger", DUEL, (_, { dragonTiger }) => dragonTiger[duel - 1] ?? "", duel),
  ),
  ...placeSides<RacingFacts>(10, 6),
];

/** Ball 49 takes no side. */
const withTie = (values: readonly string[]): string[] => [...values, "tie"];

const MARK_SIX: readonly FamilyTrack<MarkSixFacts>[] = [
  one("special", numbersFrom(1, 49), ({ special }) => special.number),
  { fact: "balls", kind: "many", values: numbersFrom(1, 49), of: (numbers) => numbers.map(String) },
  one("zodiac", ZODIAC, ({ special }) => special.zodiac),
  one("colour", ["red", "blue", "green"], ({ special }) => special.colour),
  one("tail", numbersFrom(0, 9), ({ special }) => special.tail),
  one("head", numbersFrom(0, 4), ({ special }) => special.head),
  side("bigSmall", withTie(BIG_SMALL), (_, { special }) => special.bigSmall),
  side("oddEven", withTie(ODD_EVEN), (_, { special }) => special.oddEven),
  side("sumBigSmall", withTie(BIG_SMALL), (_, { special }) => special.sumBigSmall),
  side("sumOddEven", withTie(ODD_EVEN), (_, { special }) => special.sumOddEven),
  side("tailBigSmall", withTie(BIG_SMALL), (_, { special }) => special.tailBigSmall),
  side("totalBigSmall", BIG_SMALL, (_, { totalBigSmall }) => totalBigSmall),
  side("totalOddEven", ODD_EVEN, (_, { totalOddEven }) => totalOddEven),
];

const TRACKS: Readonly<Record<Family, readonly Track[]>> = {
  "five-digits": FIVE_DIGITS,
  dice: DICE,
  racing: RACING,
  "mark-six": MARK_SIX,
};

/** What is followed from draw to draw in a family, in the order it is shown. */
export function tracksOf(family: Family): readonly Track[] {
  return TRACKS[family];
}

/** The values a draw shows on each track of its family, in the order of `tracksOf`; each value once. */
export function valuesOf({ numbers, facts }: TrackedDraw): readonly (readonly string[])[] {
  if (facts.family === "five-digits") return FIVE_DIGITS.map((track) => track.of(numbers, facts));
  if (facts.family === "dice") return DICE.map((track) => track.of(numbers, facts));
  if (facts.family === "racing") return RACING.map((track) => track.of(numbers, facts));
  return MARK_SIX.map((track) => track.of(numbers, facts));
}
