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

/**
 * What a mode shows of a draw in a form to hold single bets against. Bets are asked about one draw after
 * the other, so the form is made once for each draw and not again for each bet.
 */
export function shownAs<T>(
  mode: string,
  form: (digits: readonly number[]) => T,
): (numbers: readonly number[]) => T {
  let last: { readonly numbers: readonly number[]; readonly formed: T } | undefined;
  return (numbers) => {
    if (last?.numbers !== numbers) last = { numbers, formed: form(shown(mode, numbers)) };
    return last.formed;
  };
}

/** Digits as one text, in their order. */
export function textOf(digits: readonly number[]): string {
  return digits.join("");
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

// Three neighbours in a row begin at each of the first ten.
const RING = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1];

/** The shape of three digits, read off the ring of digits 0 to 9. */
export function shapeNamed(digits: readonly number[]): string {
  const different = new Set(digits).size;
  if (different < 3) return different === 1 ? "triple" : "pair";
  const hasRun = (length: number): boolean =>
    DIGITS.some((_, at) => RING.slice(at, at + length).every((digit) => digits.includes(digit)));
  return hasRun(3) ? "straight" : hasRun(2) ? "half-straight" : "mixed";
}
