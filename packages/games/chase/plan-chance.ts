import type { Money } from "@lotus/money";
import { compareFractions, fraction, minus, type Fraction } from "../fraction.ts";
import type { DrawChance, DrawShare } from "./draw-chance.ts";
import type { LinesReturn } from "./lines-return.ts";

/** A plan: the same lines over several draws. */
export interface ChasePlan {
  /** What the lines cost in a draw whose multiple is 1. */
  readonly unit: Money;
  readonly multiples: readonly number[];
  readonly stopOnWin: boolean;
  readonly stopProfit?: Money | undefined;
  readonly stopLoss?: Money | undefined;
}

/** A ratio of integers that is not reduced: those of a long plan have tens of thousands of bits. */
export interface Ratio {
  readonly num: bigint;
  readonly den: bigint;
}

/** What may become of a plan. */
export interface PlanChance {
  /** All stakes of the plan. */
  readonly total: Money;
  /** That nothing comes back of anything that is placed, over so many draws, and what is lost then. */
  readonly allLost: { readonly chance: Ratio; readonly draws: number; readonly lost: Money };
  /** That a win ends it before its last draw; null if it does not end so. `exact` false: at least so often. */
  readonly winStops: { readonly chance: Ratio; readonly exact: boolean } | null;
  /** What it loses on average, in minor units. `exact` false: it is at most so much. */
  readonly meanLoss: { readonly loss: Ratio; readonly exact: boolean };
  /** Whether the chances are those of all draws, and not of a sample. */
  readonly exact: boolean;
}

/**
 * The chances of a plan, from those of one of its draws and the return of its lines.
 *
 * Everything is lost if each draw that is placed gives nothing back; the stop at a loss ends such a run early. The mean loss is
 * that of each draw by its stake, times the chance that it is reached. With a stop on a win that is the chance that no draw
 * before it paid; with the other stops it depends on sums, and the loss without them is stated as the most it can be, since no
 * line returns more than is staked.
 */
export function planChance(plan: ChasePlan, chance: DrawChance, returned: LinesReturn): PlanChance {
  const { unit, multiples, stopOnWin, stopProfit, stopLoss } = plan;
  const draws = losingRun(plan);
  // Without refunds a draw that pays nothing is lost whole, so the run to the stop at a loss is known.
  const noRefunds = compareFractions(chance.nothing.p, chance.noPayout.p) === 0;
  const isRunKnown = stopLoss === undefined || (stopOnWin && noRefunds);
  // A profit takes a win, which has ended the plan already.
  const isReachKnown = isRunKnown && (stopOnWin || stopProfit === undefined);
  const reached = isRunKnown ? multiples.slice(0, draws) : multiples;
  const placed = weighted(reached, stopOnWin ? chance.noPayout.p : fraction(1));
  const lostShare = minus(fraction(1), returned.share);
  return {
    total: unit * sumOf(multiples),
    allLost: { chance: power(chance.nothing.p, draws), draws, lost: unit * sumOf(multiples.slice(0, draws)) },
    winStops: stopOnWin
      ? { chance: winsWithin(chance.noPayout.p, Math.min(draws, multiples.length - 1)), exact: isRunKnown }
      : null,
    meanLoss: {
      loss: { num: placed.num * unit * lostShare.num, den: placed.den * lostShare.den },
      exact: isReachKnown && returned.exact,
    },
    exact: chance.nothing.exact && chance.noPayout.exact,
  };
}

/** Draws that are placed while nothing comes back: all of the plan, or those up to the stop at a loss. */
function losingRun({ unit, multiples, stopLoss }: ChasePlan): number {
  if (stopLoss === undefined) return multiples.length;
  let lost = 0n;
  const last = multiples.findIndex((multiple) => {
    lost += unit * BigInt(multiple);
    return lost >= stopLoss;
  });
  return last < 0 ? multiples.length : last + 1;
}

function sumOf(multiples: readonly number[]): bigint {
  return BigInt(multiples.reduce((sum, multiple) => sum + multiple, 0));
}

/** p to the nth; of lowest terms it needs no reduction. */
export function power({ num, den }: Fraction, n: number): Ratio {
  return { num: num ** BigInt(n), den: den ** BigInt(n) };
}

/** That at least one of n draws pays. */
function winsWithin(noPayout: Fraction, n: number): Ratio {
  const { num, den } = power(noPayout, n);
  return { num: den - num, den };
}

/** The sum of multiple k times p to the (k − 1)th, from the last on. */
function weighted(multiples: readonly number[], p: Fraction): Ratio {
  let [num, den] = [0n, 1n];
  for (const multiple of multiples.toReversed()) {
    // multiple + p × (num / den)
    den *= p.den;
    num = BigInt(multiple) * den + p.num * num;
  }
  return { num, den };
}

/** The nearest float of a ratio of any size; zero for one that is smaller than floats are. */
export function ratioNumber({ num, den }: Ratio): number {
  if (num === 0n) return 0;
  const shift = BigInt(Math.max(0, bitsOf(den) - FLOAT_BITS));
  return Number(num >> shift) / Number(den >> shift);
}

// Floats have an exponent up to 1023.
const FLOAT_BITS = 1_000;

function bitsOf(value: bigint): number {
  return value.toString(16).length * 4;
}

/** Half-width of what a sample leaves open, in standard errors: it is wrong once in 16,000 samples. */
const STANDARD_ERRORS = 4;

/** The chance of losing everything at both ends of what the sample leaves open. */
export function allLostRange({ p, draws: sample }: DrawShare, draws: number): readonly [number, number] {
  const share = Number(p.num) / Number(p.den);
  // At least as if one draw of the sample were otherwise: a share of none proves no certainty.
  const error = STANDARD_ERRORS * Math.sqrt(Math.max(share * (1 - share), 1 / sample) / sample);
  return [Math.max(0, share - error) ** draws, Math.min(1, share + error) ** draws];
}
