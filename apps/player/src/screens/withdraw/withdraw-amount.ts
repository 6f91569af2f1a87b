import { parseMoneyInput, type Money, type MoneyInputProblem, type TypedCurrency } from "@lotus/money";
import type { AnyMessageKey } from "@lotus/locales";
import type { Quote } from "../../features/payout/payout-queries.ts";
import { wireMoney } from "../../api/wire-money.ts";

/** Limits of an amount: the operator's minimum and maximum, the balance, and whole units for a bank. */
export interface AmountLimits {
  readonly min: Money;
  readonly max: Money;
  readonly balance: Money;
  /** Amounts are multiples of this. */
  readonly step: Money;
}

/** The typed amount, or why it cannot be withdrawn. */
export type ReadAmount =
  | { readonly ok: true; readonly amount: Money }
  | {
      readonly ok: false;
      readonly problem: MoneyInputProblem | "below-min" | "above-max" | "not-enough" | "not-whole";
    };

/** The limits of a quote; a wallet takes any amount, a bank whole units. */
export function limitsOf(quote: Quote, kind: "bank" | "wallet", balance: string): AmountLimits {
  return {
    min: wireMoney(quote.min),
    max: wireMoney(quote.max),
    balance: wireMoney(balance),
    step: kind === "bank" ? wireMoney(quote.bankStep) : 1n,
  };
}

/** Parses an amount in the locale's notation, with a name of the currency or without. */
export function readAmount(
  typed: string,
  locale: string,
  limits: AmountLimits,
  currency: TypedCurrency,
): ReadAmount {
  const read = parseMoneyInput(typed, locale, currency);
  if (!read.ok) return { ok: false, problem: read.reason };
  const amount = read.value;
  if (amount < limits.min) return { ok: false, problem: "below-min" };
  if (amount > limits.max) return { ok: false, problem: "above-max" };
  if (amount > limits.balance) return { ok: false, problem: "not-enough" };
  if (amount % limits.step !== 0n) return { ok: false, problem: "not-whole" };
  return { ok: true, amount };
}

/** The largest amount that can be withdrawn at once; 0 if it is below the minimum. */
export function allOf({ min, max, balance, step }: AmountLimits): Money {
  const most = balance < max ? balance : max;
  const whole = most - (most % step);
  return whole >= min ? whole : 0n;
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
  "not-enough": "withdraw.notEnough",
  "not-whole": "withdraw.notWhole",
} as const satisfies Record<(ReadAmount & { ok: false })["problem"], AnyMessageKey>;
