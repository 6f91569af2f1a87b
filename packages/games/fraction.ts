/** An exact ratio of two integers in lowest terms, `den` above zero. Probabilities and returns are never floats. */
export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}

/** num / den in lowest terms. Throws if the denominator is not above zero, which is a bug. */
export function fraction(num: number | bigint, den: number | bigint = 1n): Fraction {
  const [n, d] = [BigInt(num), BigInt(den)];
  if (d <= 0n) throw new RangeError(`a fraction over ${String(d)}`);
  const common = divisor(n < 0n ? -n : n, d);
  return { num: n / common, den: d / common };
}

/** Zero. */
export const ZERO: Fraction = fraction(0);

/** The sum of two fractions. */
export function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den + b.num * a.den, a.den * b.den);
}

/** The difference of two fractions. */
export function minus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den - b.num * a.den, a.den * b.den);
}

/** The product of two fractions. */
export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.num, a.den * b.den);
}

/** The quotient of two fractions. @throws RangeError unless the second is above zero */
export function over(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den, a.den * b.num);
}

/** Below zero, zero or above zero as a is less than, equal to or more than b. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Writes "3/1000"; a whole number is written over one, "1/1". */
export function formatFraction({ num, den }: Fraction): string {
  return `${String(num)}/${String(den)}`;
}

/** The nearest float, for display only. */
export function toNumber({ num, den }: Fraction): number {
  return Number(num) / Number(den);
}
