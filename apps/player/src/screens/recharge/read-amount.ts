import {
  displayMoney,
  parseMoneyInput,
  type Money,
  type MoneyInputProblem,
  type TypedCurrency,
} from "@lotus/money";
import type { AnyMessageKey } from "@lotus/locales";

/** Limits of a channel, in the account's currency. */
export interface Bounds {
  readonly min: Money;
  readonly max: Money;
  /** Amounts are multiples of this. */
  readonly step: Money;
}

/** Fee of a channel on top of the amount: basis points of the amount, and a fixed part. */
export interface Fee {
  readonly basisPoints: bigint;
  readonly fixed: Money;
}

/** The fee of an amount, rounded up to whole steps as on the server. */
export function feeOf({ basisPoints, fixed }: Fee, step: Money, amount: Money): Money {
  const up = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor;
  return up(up(amount * basisPoints, 10_000n) + fixed, step) * step;
}

/** The typed amount, or why it is refused. */
export type ReadAmount =
  | { readonly ok: true; readonly amount: Money }
  | { readonly ok: false; readonly problem: MoneyInputProblem | "below-min" | "above-max" | "not-whole" };

/** Parses an amount in the locale's notation, with a name of the currency or without, within the limits of a channel. */
export function readAmount(
  typed: string,
  locale: string,
  { min, max, step }: Bounds,
  currency: TypedCurrency,
): ReadAmount {
  const read = parseMoneyInput(typed, locale, currency);
  if (!read.ok) return { ok: false, problem: read.reason };
  if (read.value < min) return { ok: false, problem: "below-min" };
  if (read.value > max) return { ok: false, problem: "above-max" };
  if (read.value % step !== 0n) return { ok: false, problem: "not-whole" };
  return { ok: true, amount: read.value };
}

/** Message for each problem. */
export const PROBLEM_WORDS = {
  empty: "money.field.empty",
  "not-a-number": "money.field.notANumber",
  "bad-grouping": "money.field.badGrouping",
  "too-many-decimals": "money.field.tooManyDecimals",
  "too-large": "money.field.tooLarge",
  "below-min": "money.field.belowMin",
  "above-max": "money.field.aboveMax",
  "not-whole": "payment.notWhole",
} as const satisfies Record<(ReadAmount & { ok: false })["problem"], AnyMessageKey>;

/** An amount in the locale's notation, as an example of how to type one. */
export function exampleAmount(locale: string): string {
  return displayMoney(1_234_50n, locale);
}

const ROUND: readonly Money[] = [
  50_00n,
  100_00n,
  200_00n,
  500_00n,
  1000_00n,
  2000_00n,
  5000_00n,
  10_000_00n,
  50_000_00n,
];

/** At most six round amounts within a channel's limits, the smallest first. */
export function quickAmounts({ min, max, step }: Bounds): readonly Money[] {
  return ROUND.filter((amount) => amount >= min && amount <= max && amount % step === 0n).slice(0, 6);
}
