import { type Colour, colourOf, type ItemKind, sidesOf, type Zodiac, ZODIAC, zodiacOf } from "@lotus/games";

/** The balls of Mark Six. */
export const BALLS: readonly number[] = Array.from({ length: 49 }, (_, at) => at + 1);

/** The colour waves in board order. */
export const COLOURS = ["red", "blue", "green"] as const satisfies readonly Colour[];

/** Kinds of items that each cover several of the forty-nine balls. */
export type BallSet = Extract<ItemKind, "colour" | "wave" | "zodiac" | "head" | "tail" | "range">;

const BALL_SETS: ReadonlySet<string> = new Set<BallSet>([
  "colour",
  "wave",
  "zodiac",
  "head",
  "tail",
  "range",
]);

export function isBallSet(kind: string): kind is BallSet {
  return BALL_SETS.has(kind);
}

/** The balls that an item covers, ascending; those of animals depend on the lunar year. */
export function ballsOf(kind: BallSet, id: string, lunarYear: number): readonly number[] {
  return BALLS.filter(belongs(kind, id, lunarYear));
}

type Belongs = (ball: number) => boolean;

function belongs(kind: BallSet, id: string, lunarYear: number): Belongs {
  switch (kind) {
    case "colour":
      return (ball) => colourOf(ball) === id;
    case "zodiac":
      return (ball) => zodiacOf(ball, lunarYear) === id;
    case "head":
      return (ball) => Math.floor(ball / 10) === Number(id);
    case "tail":
      return (ball) => ball % 10 === Number(id);
    case "range": {
      const [from = 0, to = 0] = id.split("-").map(Number);
      return (ball) => ball >= from && ball <= to;
    }
    case "wave":
      return inWave(id);
    default:
      return kind satisfies never;
  }
}

/** "red-big", "green-sum-odd", "blue-small-even": a colour and every side named after it. */
function inWave(id: string): Belongs {
  const [colour, ...words] = id.split("-");
  const ofSum = words[0] === "sum";
  return (ball) => {
    const sides = sidesOf(ball);
    const held: readonly string[] = ofSum
      ? [sides.sumBigSmall, sides.sumOddEven]
      : [sides.bigSmall, sides.oddEven];
    return colourOf(ball) === colour && words.slice(ofSum ? 1 : 0).every((side) => held.includes(side));
  };
}

export function isColour(id: string): id is Colour {
  return COLOURS.some((colour) => colour === id);
}

/** The animal of an id. */
export function animalNamed(id: string): Zodiac | undefined {
  return ZODIAC.find((animal) => animal === id);
}
