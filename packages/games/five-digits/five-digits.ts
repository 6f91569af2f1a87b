import { modeOf, type Group, type Option } from "../bet.ts";

/** The digits as board items; the index of a digit is the digit. */
export const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** Digits one place can show. */
export const BASE = DIGITS.length;

/** A run of places, by their index in the draw: 0 is ten-thousands, 4 is units. */
export type Places = readonly number[];

export const ALL_FIVE: Places = [0, 1, 2, 3, 4];
export const FIRST_THREE: Places = [0, 1, 2];
export const LAST_THREE: Places = [2, 3, 4];
export const LAST_TWO: Places = [3, 4];

/** One group of the same items for each place, coded place1 to place5. */
export function placeGroups(
  places: Places,
  items: readonly string[],
  min: number,
  max = items.length,
): readonly Group[] {
  return places.map((place) => ({ code: `place${String(place + 1)}`, min, max, items }));
}

/** The one group "numbers" of all ten digits. */
export function numbersGroup(min: number, max = BASE): readonly Group[] {
  return [{ code: "numbers", min, max, items: DIGITS }];
}

/** The drawn digit of a place. */
export function digitAt(numbers: readonly number[], place: number | undefined): number {
  const digit = place === undefined ? undefined : numbers[place];
  if (digit === undefined) throw new RangeError(`no digit in place ${String(place)}`);
  return digit;
}

/** Completes an option of the digit games with its family and mode. */
export function digitOption(option: Omit<Option, "family" | "mode">): Option {
  return { ...option, mode: modeOf(option.code), family: "five-digits" };
}
