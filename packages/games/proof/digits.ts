import { oneOfEach } from "./expand.ts";

const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

// Where each mode of the digit games looks, from and to as slices are cut.
const AREAS: Readonly<Record<string, readonly [number, number]>> = {
  Q2: [0, 2],
  QR: [0, 2],
  H2: [3, 5],
  HR: [3, 5],
  Q3: [0, 3],
  QS: [0, 3],
  Z3: [1, 4],
  ZS: [1, 4],
  H3: [2, 5],
  HS: [2, 5],
  SX: [1, 5],
  WX: [0, 5],
};

/** The digits of a draw that a mode of the digit games, or an area of three or two, looks at. */
export function shown(mode: string, numbers: readonly number[]): readonly number[] {
  const area = AREAS[mode];
  if (area === undefined) throw new RangeError(`no area ${mode}`);
  return numbers.slice(...area);
}

/** Everything that a mode can show: 100 numbers of two digits, 1,000 of three. */
export function everyNumber(mode: string): number[][] {
  return oneOfEach(shown(mode, [0, 0, 0, 0, 0]).map(() => DIGITS.map(Number)));
}

/** The sum of some digits. */
export function sumOf(digits: readonly number[]): number {
  return digits.reduce((sum, digit) => sum + digit, 0);
}

/** Digits that are not all the same and in ascending order: one for every set, whatever its order. */
export function everyMixedSet(mode: string): number[][] {
  return everyNumber(mode).filter(
    (digits) =>
      digits.every((digit, at) => at === 0 || digit >= (digits[at - 1] ?? 0)) && digits[0] !== digits.at(-1),
  );
}
