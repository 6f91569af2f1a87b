import { formatMoney, type Money } from "./money.ts";
import { formatOdds, type Odds } from "./odds.ts";

/** How a locale writes a decimal number. */
export interface Signs {
  readonly decimal: string;
  readonly group: string;
  /** Fewest digits of the whole part that are grouped. */
  readonly groupedFrom: number;
}

const POINT: Signs = { decimal: ".", group: ",", groupedFrom: 4 };
const COMMA: Signs = { decimal: ",", group: ".", groupedFrom: 4 };

// Number formats of the product's locales, equal to Intl's as the test checks. A table, because the first
// Intl.NumberFormat of a page blocks a slow phone for a quarter of a second before anything is shown.
const SIGNS: ReadonlyMap<string, Signs> = new Map([
  ["vi-VN", COMMA],
  ["en-US", POINT],
  ["id-ID", COMMA],
  ["ja-JP", POINT],
  ["ko-KR", POINT],
  ["pt-BR", COMMA],
  ["zh-TW", POINT],
  ["zh-CN", POINT],
  ["fr", { decimal: ",", group: "\u202F", groupedFrom: 4 }],
  ["es", { decimal: ",", group: ".", groupedFrom: 5 }],
]);

/** Formats a plain decimal ("1234.50") for a locale, digit by digit, so that no float loses precision. */
function write(plain: string, locale: string): string {
  const signs = SIGNS.get(locale);
  const [whole = "", decimals] = plain.split(".");
  if (signs === undefined) return writtenByIntl(plain, locale, decimals?.length ?? 0);
  const grouped =
    whole.length < signs.groupedFrom ? whole : whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, signs.group);
  return decimals === undefined ? grouped : `${grouped}${signs.decimal}${decimals}`;
}

/** The signs of a locale that is not in the table. */
function signsByIntl(locale: string): Signs {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  return { decimal: sign("decimal"), group: sign("group"), groupedFrom: 4 };
}

/** How a locale writes a decimal number. */
export function signsOf(locale: string): Signs {
  return SIGNS.get(locale) ?? signsByIntl(locale);
}

// Making an Intl.NumberFormat costs a thousand times more than using one.
const formats = new Map<string, Intl.NumberFormat>();

function writtenByIntl(plain: string, locale: string, decimals: number): string {
  const key = `${locale}/${String(decimals)}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals });
    formats.set(key, format);
  }
  // Intl accepts a decimal text without losing precision.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return format.format(plain as `${number}`);
}

/**
 * Formats an amount for a locale: grouping and decimal separator, always two decimals,
 * a real minus sign (U+2212), no currency.
 */
export function displayMoney(money: Money, locale: string): string {
  const size = write(formatMoney(money < 0n ? -money : money), locale);
  return money < 0n ? `\u2212${size}` : size;
}

/** Formats odds for a locale: at least two decimals, up to four. */
export function displayOdds(odds: Odds, locale: string): string {
  return write(formatOdds(odds), locale);
}

/**
 * Formats a count for a locale, with grouping. @throws RangeError unless it is an integer of zero or more
 */
export function displayCount(count: number, locale: string): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`no count: ${count}`);
  return write(String(count), locale);
}
