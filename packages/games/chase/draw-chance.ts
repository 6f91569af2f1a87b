import { CoverageBook, type Coverage, type CoverLine } from "../coverage.ts";
import type { Family } from "../bet.ts";
import { fraction, type Fraction } from "../fraction.ts";

/** A probability: exact, or the share of a fixed sample of so many draws. */
export interface DrawShare {
  readonly p: Fraction;
  readonly exact: boolean;
  readonly draws: number;
}

/** What one draw may make of several lines together. */
export interface DrawChance {
  /** That nothing at all comes back of their stakes. */
  readonly nothing: DrawShare;
  /** That it pays nothing; stakes may be refunded. */
  readonly noPayout: DrawShare;
}

/**
 * The chances of lines in one draw: exact where their coverage is, which is always for dice and the digit games. Draws of Mark
 * Six need their lunar year. It works in steps, so that a page can render meanwhile.
 */
export function* drawChance(
  family: Family,
  lines: readonly CoverLine[],
  lunarYear?: number,
): Generator<void, DrawChance> {
  const named = new Map(lines.map((line, at) => [String(at), line]));
  const nothing = missed(yield* new CoverageBook(family, lunarYear).cover(named));
  if (!lines.some(mayRefund)) return { nothing, noPayout: nothing };
  const paying = new CoverageBook(family, lunarYear, { refunds: false });
  return { nothing, noPayout: missed(yield* paying.cover(named)) };
}

function missed({ covered, draws, exact }: Coverage): DrawShare {
  return { p: fraction(draws - covered, draws), exact, draws };
}

function mayRefund({ option }: CoverLine): boolean {
  return option.tiers.some(({ classes }) => classes.some(({ refund }) => refund !== undefined));
}
