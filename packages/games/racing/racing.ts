import { modeOf, type Group, type Option } from "../bet.ts";

/** The cars as board items; the index of a car is the car less one. */
export const CARS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;

/** How many cars race, and so how many places there are. */
export const FIELD = CARS.length;

/** One group of the same items for each of the first places, coded place1 (the champion) to place10. */
export function placeGroups(places: number, items: readonly string[], min: number): readonly Group[] {
  return Array.from({ length: places }, (_, at) => ({
    code: `place${String(at + 1)}`,
    min,
    max: items.length,
    items,
  }));
}

/** The car in a place, by the index of the place: 0 is the champion's. */
export function carAt(numbers: readonly number[], place: number): number {
  const car = numbers[place];
  if (car === undefined) throw new RangeError(`no car in place ${String(place + 1)}`);
  return car;
}

/** Completes an option of the racing games with its family and mode. */
export function racingOption(option: Omit<Option, "family" | "mode">): Option {
  return { ...option, mode: modeOf(option.code), family: "racing" };
}
