import type { Option } from "../bet.ts";
import { oddsKey } from "../odds-key.ts";
import { ZODIAC, zodiacIndexOf } from "./ball.ts";

/** The animal of the lunar year has five balls, so it is a separate class. */
export type ZodiacClass = "year" | "other";

/** The class of an animal, by its index, in a lunar year. Ball 1 has the animal of the year. */
export function zodiacClass(animal: number, lunarYear: number): ZodiacClass {
  return zodiacIndexOf(1, lunarYear) === animal ? "year" : "other";
}

/** The odds key of each animal of a board, which depends on the lunar year; none without the year. */
export function zodiacItemKey(tier: string): NonNullable<Option["itemKey"]> {
  return (_, item, lunarYear) => {
    const animal = ZODIAC.findIndex((name) => name === item);
    if (animal < 0 || lunarYear === undefined) return undefined;
    return oddsKey(tier, zodiacClass(animal, lunarYear));
  };
}
