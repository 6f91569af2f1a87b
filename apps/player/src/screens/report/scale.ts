/** Maps values to positions in a plot, and gives the round values of its grid lines. */
export interface Scale {
  /** Round values of the grid lines, from the lowest to the highest; zero is always one of them. */
  readonly ticks: readonly number[];
  /** Vertical position of a value: 0 at the top of the plot, 100 at the bottom. */
  readonly at: (value: number) => number;
}

/** Approximate number of grid lines. */
const LINES = 3;

/** A scale that contains all the values and zero, where bars begin. */
export function scaleOf(values: readonly number[]): Scale {
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const height = top - bottom;
  if (height === 0) return { ticks: [0], at: () => 100 };
  const step = roundStep(height / LINES);
  const first = Math.ceil(bottom / step);
  const ticks = Array.from({ length: Math.floor(top / step) - first + 1 }, (_, at) => (first + at) * step);
  return { ticks, at: (value) => ((top - value) / height) * 100 };
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least) ?? 10 * power;
}

/** Indexes of the bars to label: all of them, or evenly spaced and always including the last. */
export function namedPlaces(count: number, most: number): ReadonlySet<number> {
  const apart = Math.ceil(count / most);
  return new Set(Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % apart === 0));
}
