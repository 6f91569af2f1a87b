import type { TrackTrend } from "@lotus/contract";
import type { Family, Zodiac } from "@lotus/games";
import { ZODIAC } from "@lotus/games";
import type { AnyMessageKey } from "@lotus/locales";
import type { Words } from "../../../words/use-words.tsx";

type Named = Pick<TrackTrend, "fact" | "place">;
type T = Words["t"];

/** Tells the tracks of a family apart. */
export function trackKey({ fact, place }: Named): string {
  return place === undefined ? fact : `${fact}.${String(place)}`;
}

/** What a track is called: "Units", "Top two sum", "Winner · Big small". */
export function trackName({ fact, place }: Named, family: Family, t: T): string {
  if (fact === "number") return placeName(place ?? 1, family, t);
  if (fact === "shape" && place !== undefined) return t("trends.fact.shapeOf", { place });
  if (fact === "sum" && family === "racing") return t("trends.fact.topTwo");
  if (fact === "dragonTiger") {
    if (family === "racing" && place !== undefined) {
      return t("trends.place.duel", { place, other: PLACES_OF_A_RACE + 1 - place });
    }
    return t("trends.place.duel", { place: 1, other: DIGITS });
  }
  if (place === undefined) return t(`trends.fact.${fact}`);
  return t("trends.side", { place: placeName(place, family, t), side: t(`trends.fact.${fact}`) });
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
  ...COLOURS.map((colour) => [colour, `trends.colour.${colour}`] as const),
]);

/** What a value is called; numbers are themselves, those of Mark Six balls with two digits. */
export function valueName({ fact }: Named, value: string, t: T): string {
  const animal = fact === "zodiac" ? animalOf(value) : undefined;
  if (animal !== undefined) return t(`app.zodiac.${animal}`);
  const key = VALUE_WORDS.get(value);
  if (key !== undefined) return t(key);
  return fact === "special" || fact === "balls" ? value.padStart(2, "0") : value;
}

/** The animal that a value names, on the track of animals. */
export function animalOf(value: string): Zodiac | undefined {
  return ZODIAC.find((animal) => animal === value);
}

/** The letter that stands for a side in a bead. */
export function sideLetter(value: string, t: T): string {
  const side = SIDES.find((known) => known === value);
  return side === undefined ? value : t(`trends.letter.${side satisfies Side}`);
}
