import type { TrackTrend } from "@lotus/contract";
import type { Family, Zodiac } from "@lotus/games";
import { ZODIAC } from "@lotus/games";
import type { AnyMessageKey } from "@lotus/locales";
import type { I18n } from "../../i18n/use-i18n.tsx";

type Fact = TrackTrend["fact"];
type Named = Pick<TrackTrend, "fact" | "place">;
type T = I18n["t"];

/** Identifies a track within its family. */
export function trackKey({ fact, place }: Named): string {
  return place === undefined ? fact : `${fact}.${String(place)}`;
}

/** Name of a track: "Units", "Top two sum", "Winner · Big small". */
export function trackName(track: Named, family: Family, t: T): string {
  const { fact, place } = track;
  if (fact === "number") return placeName(place ?? 1, family, t);
  if (fact === "shape" && place !== undefined) return t("trends.fact.shapeOf", { place });
  if (fact === "sum" && family === "racing") return t("trends.fact.topTwo");
  if (fact === "dragonTiger") return `${t("trends.fact.dragonTiger")} ${duelName(track, family)}`;
  return SIDE_FACTS.has(fact)
    ? t("trends.side", { place: subjectName(track, family, t), side: aspectName(track, family, t) })
    : t(FACT_WORDS[fact]);
}

const FACT_WORDS: Readonly<Record<Exclude<Fact, "number">, AnyMessageKey>> = {
  sum: "trends.fact.sum",
  bigSmall: "trends.fact.bigSmall",
  oddEven: "trends.fact.oddEven",
  dragonTiger: "trends.fact.dragonTiger",
  shape: "trends.fact.shape",
  faces: "trends.fact.faces",
  special: "trends.fact.special",
  balls: "trends.fact.balls",
  zodiac: "trends.fact.zodiac",
  colour: "trends.fact.colour",
  tail: "trends.fact.tail",
  head: "trends.fact.head",
  sumBigSmall: "trends.fact.sumBigSmall",
  sumOddEven: "trends.fact.sumOddEven",
  tailBigSmall: "trends.fact.tailBigSmall",
  totalBigSmall: "trends.fact.bigSmall",
  totalOddEven: "trends.fact.oddEven",
};

/** Facts that are sides of a subject, which has a name of its own. */
const SIDE_FACTS: ReadonlySet<Fact> = new Set<Fact>([
  "bigSmall",
  "oddEven",
  "sumBigSmall",
  "sumOddEven",
  "tailBigSmall",
  "totalBigSmall",
  "totalOddEven",
]);
const TOTALS: ReadonlySet<Fact> = new Set<Fact>(["totalBigSmall", "totalOddEven"]);

/** The subject of sides: a place, the sum, the special ball; dragon and tiger are a subject of their own. */
export function subjectName({ fact, place }: Named, family: Family, t: T): string {
  if (fact === "dragonTiger") return t("trends.fact.dragonTiger");
  if (place !== undefined) return placeName(place, family, t);
  if (TOTALS.has(fact)) return t("trends.fact.total");
  if (family === "mark-six") return t("trends.fact.special");
  return t(family === "racing" ? "trends.fact.topTwo" : "trends.fact.sum");
}

/** Name of a track within its subject: "Big small", or the places of a duel. */
export function aspectName(track: Named, family: Family, t: T): string {
  const { fact } = track;
  if (fact === "dragonTiger") return duelName(track, family);
  return fact === "number" ? trackName(track, family, t) : t(FACT_WORDS[fact]);
}

/** The places that are compared: "1–10". */
function duelName({ place = 1 }: Named, family: Family): string {
  return `${String(place)}–${String(family === "racing" ? PLACES_OF_A_RACE + 1 - place : DIGITS)}`;
}

const PLACES_OF_A_RACE = 10;
const DIGITS = 5;

function placeName(place: number, family: Family, t: T): string {
  if (family === "racing") return t("trends.place.racing", { place });
  return t(family === "dice" ? "trends.place.dice" : "trends.place.digits", { place });
}

const SIDES = ["big", "small", "odd", "even", "dragon", "tiger", "tie"] as const;
type Side = (typeof SIDES)[number];

const SHAPES = ["triple", "straight", "pair", "half-straight", "mixed"] as const;
const COLOURS = ["red", "blue", "green"] as const;

const VALUE_WORDS: ReadonlyMap<string, AnyMessageKey> = new Map<string, AnyMessageKey>([
  ...SIDES.map((side) => [side, `play.fact.${side}`] as const),
  ...SHAPES.map((shape) => [shape, `trends.shape.${shape}`] as const),
  ...COLOURS.map((colour) => [colour, `play.colour.${colour}`] as const),
]);

/** Name of a value; numbers are shown as such, those of Mark Six balls with two digits. */
export function valueName({ fact }: Named, value: string, t: T): string {
  const animal = fact === "zodiac" ? animalOf(value) : undefined;
  if (animal !== undefined) return t(`app.zodiac.${animal}`);
  const key = VALUE_WORDS.get(value);
  if (key !== undefined) return t(key);
  return fact === "special" || fact === "balls" ? value.padStart(2, "0") : value;
}

/** Whether the values are words, which need more space than numbers. */
export function isWordy({ fact }: Named): boolean {
  return fact === "zodiac" || fact === "shape" || fact === "colour";
}

/** The animal of a value on the track of animals. */
export function animalOf(value: string): Zodiac | undefined {
  return ZODIAC.find((animal) => animal === value);
}

/** The letter that stands for a side in a bead. */
export function sideLetter(value: string, t: T): string {
  const side = SIDES.find((known) => known === value);
  return side === undefined ? value : t(`trends.letter.${side satisfies Side}`);
}
