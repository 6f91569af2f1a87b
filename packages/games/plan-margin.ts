import type { Option } from "./bet.ts";
import { compareFractions, fraction, minus, plus, type Fraction } from "./fraction.ts";
import { betReturns, type BetReturn } from "./odds.ts";
import type { OddsTable } from "./settle.ts";

/** A kind of bet that returns 100 % or more, once rebate and commission of a plan are added to its odds. */
export interface OverReturn extends BetReturn {
  /** Excess of their sum over 100 %. */
  readonly excess: Fraction;
}

const WHOLE: Fraction = fraction(1);
const HUNDREDTHS = 10_000n;

/**
 * The kind of bet of an option that returns most, where it reaches 100 % together with a plan: bets on every outcome
 * would then cost nothing, whoever holds the accounts. `plan` is the sum of a plan's rates, as a share of turnover.
 * Undefined when every kind of bet stays under 100 %.
 */
export function overWithPlan(option: Option, odds: OddsTable, plan: Fraction): OverReturn | undefined {
  const [highest] = [...betReturns(option, odds)].sort((a, b) => compareFractions(b.share, a.share));
  if (highest === undefined) return undefined;
  const excess = minus(plus(highest.share, plan), WHOLE);
  return excess.num < 0n ? undefined : { ...highest, excess };
}

/** A share in percent with two decimals, cut and never rounded up: 97.559 % reads "97.55". */
export function sharePercent({ num, den }: Fraction): string {
  return hundredthsText((num * HUNDREDTHS) / den);
}

/** The least percent with two decimals by which a sum must come down to be under 100 %. */
export function excessPercent({ num, den }: Fraction): string {
  return hundredthsText((num * HUNDREDTHS) / den + 1n);
}

function hundredthsText(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
