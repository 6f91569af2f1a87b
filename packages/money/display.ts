import { formatMoney, type Money } from "./money.ts";
import { formatOdds, type Odds } from "./odds.ts";

// Making an Intl.NumberFormat costs a thousand times more than using one.
const formats = new Map<string, Intl.NumberFormat>();

function formatFor(locale: string, decimalsMax: number): Intl.NumberFormat {
  const key = `${locale}/${String(decimalsMax)}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      style: "decimal",
      minimumFractionDigits: 2,
      maximumFractionDigits: decimalsMax,
    });
    formats.set(key, format);
  }
  return format;
}

function write(format: Intl.NumberFormat, decimal: string): string {
  // The wire text is a plain decimal; Intl reads it digit by digit, so nothing is lost to a float.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return format.format(decimal as `${number}`);
}

/**
 * An amount as people of a locale read it: their grouping and decimal separator, always two decimals,
 * a real minus sign (U+2212), no currency.
 */
export function displayMoney(money: Money, locale: string): string {
  const size = write(formatFor(locale, 2), formatMoney(money < 0n ? -money : money));
  return money < 0n ? `\u2212${size}` : size;
}

/** Odds as people of a locale read them: at least two decimals, up to four. */
export function displayOdds(odds: Odds, locale: string): string {
  return write(formatFor(locale, 4), formatOdds(odds));
}
