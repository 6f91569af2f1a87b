import { ratioNumber, type Ratio } from "@lotus/games";
import type { Money } from "@lotus/money";
import type { I18n } from "../../i18n/use-i18n.tsx";

/** Decimals of a percentage, at most. */
const MAX_DIGITS = 6;

/** Below this a chance is said as one in so many. */
const RARE = 0.001;
/** One in more than this is said as just that. */
const RAREST = 1_000_000_000;

/** A probability in words: "34.9%", "99.98%", "1 in 12,340". It is never rounded to certainty. */
export function chanceText(
  chance: number,
  { t, number }: Pick<I18n, "t" | "number">,
  maxDigits = MAX_DIGITS,
): string {
  if (chance > 0 && chance < RARE) {
    const count = 1 / chance;
    return count > RAREST
      ? t("chase.chance.rarest", { count: number(RAREST) })
      : t("chase.chance.oneIn", { count: number(Math.round(count)) });
  }
  const digits = Math.min(maxDigits, digitsOf(chance));
  const shown = chance < 1 ? Math.min(chance, Number((1 - 10 ** -(digits + 2)).toFixed(digits + 2))) : 1;
  return number(shown, { style: "percent", minimumFractionDigits: 0, maximumFractionDigits: digits });
}

/** Decimals of a percentage: as many as tell it from 0 and 100, at least one. */
function digitsOf(chance: number): number {
  const rest = Math.min(chance, 1 - chance);
  if (rest <= 0) return 0;
  return Math.min(MAX_DIGITS, Math.max(1, Math.ceil(-Math.log10(rest)) - 1));
}

export const ratioText = (ratio: Ratio, words: Pick<I18n, "t" | "number">, maxDigits?: number): string =>
  chanceText(ratioNumber(ratio), words, maxDigits);

/** A mean amount to the nearest minor unit. */
export function meanAmount({ num, den }: Ratio): Money {
  return (2n * num + den) / (2n * den);
}
