import { modeOf, type Group, type Option } from "../bet.ts";

/** The sides of a digit or a total as board items. */
export const SIDES = ["big", "small", "odd", "even"] as const;

/** The digits as board items; the index of a digit is the digit. */
export const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** Digits one place can show. */
export const BASE = DIGITS.length;

/** A run of places, by their index in the draw: 0 is ten-thousands, 4 is units. */
export type Places = readonly number[];

export const ALL_FIVE: Places = [0, 1, 2, 3, 4];
export const LAST_FOUR: Places = [1, 2, 3, 4];
export const FIRST_THREE: Places = [0, 1, 2];
export const MIDDLE_THREE: Places = [1, 2, 3];
export const LAST_THREE: Places = [2, 3, 4];
export const FIRST_TWO: Places = [0, 1];
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

/** One group of whole numbers as items, `from` to `to`, of which at least one must be picked. */
export function rangeGroup(code: string, from: number, to: number): readonly Group[] {
  const items = Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
  return [{ code, min: 1, max: items.length, items }];
}

/** The drawn digit of a place. */
export function digitAt(numbers: readonly number[], place: number | undefined): number {
  const digit = place === undefined ? undefined : numbers[place];
  if (digit === undefined) throw new RangeError(`no digit in place ${String(place)}`);
  return digit;
}

/** The digits of some places as a bit set: bit d for digit d. */
export function digitsSeen(numbers: readonly number[], places: Places): number {
  let seen = 0;
  for (const place of places) seen |= 1 << digitAt(numbers, place);
  return seen;
}

/** Number of members of a bit set. */
export function sizeOf(bits: number): number {
  let size = 0;
  // Each step removes the lowest member.
  for (let left = bits; left !== 0; left &= left - 1) size++;
  return size;
}

/** How often each digit occurs in some places, three bits per digit: see `timesOf`. */
export function timesShown(numbers: readonly number[], places: Places): number {
  let shown = 0;
  for (const place of places) shown += 1 << (digitAt(numbers, place) * 3);
  return shown;
}

/** How often one digit occurs, from a result of `timesShown`. */
export function timesOf(shown: number, digit: number): number {
  return (shown >>> (digit * 3)) & 7;
}

/** The sum of the digits that some places show. */
export function digitSum(numbers: readonly number[], places: Places): number {
  let sum = 0;
  for (const place of places) sum += digitAt(numbers, place);
  return sum;
}

/** Completes an option of the digit games with its family and mode. */
export function digitOption(option: Omit<Option, "family" | "mode">): Option {
  return { ...option, mode: modeOf(option.code), family: "five-digits" };
}
