/** A figure measured of two revisions in turn, as often as there are pairs. */
export interface Pairs {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** What changed: the ratio after ÷ before, and where it lies with 95 % confidence. */
export interface Change {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** The interval leaves out 1: more than what differs between two measurements of the same. */
  readonly beyondNoise: boolean;
}

/**
 * Two-sided 95 % quantiles of Student's t by degrees of freedom, from 1 on; beyond the last one that of 30, which is a little
 * too wide.
 */
const T_95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
] as const;

/**
 * The change between pairs. Of logarithms, since what a busy machine does to a figure it multiplies; of pairs, since it does the
 * same to both of one. Null for fewer than two pairs, and for figures that are no ratio, such as zero.
 */
export function changeOf({ before, after }: Pairs): Change | null {
  const logs = before.map((value, at) => Math.log((after[at] ?? Number.NaN) / value));
  const count = logs.length;
  if (count < 2 || logs.some((log) => !Number.isFinite(log))) return null;
  const mean = logs.reduce((sum, log) => sum + log, 0) / count;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (count - 1);
  const quantile = T_95[Math.min(count - 1, T_95.length) - 1] ?? Number.NaN;
  const half = quantile * Math.sqrt(variance / count);
  const [low, high] = [Math.exp(mean - half), Math.exp(mean + half)];
  return { ratio: Math.exp(mean), low, high, beyondNoise: low > 1 || high < 1 };
}
