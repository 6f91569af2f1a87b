import { formatMoney, type Money } from "./money.ts";
import { formatOdds, type Odds } from "./odds.ts";

/** How a locale writes a decimal number. */
interface Signs {
  readonly decimal: string;
  readonly group: string;
  /** Fewest digits of the whole part that are grouped. */
  readonly groupedFrom: number;
}

const POINT: Signs = { decimal: ".", group: ",", groupedFrom: 4 };
const COMMA: Signs = { decimal: ",", group: ".", groupedFrom: 4 };

// The locales of the operator, as Intl writes them; the test holds each to Intl. Written down, because the first
// Intl.NumberFormat of a page keeps a slow phone busy for a quarter of a second before anything is shown.
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

/** Writes a plain decimal ("1234.50") as a locale does. Digit by digit: nothing is lost to a float. */
function write(plain: string, locale: string): string {
  const signs = SIGNS.get(locale);
  const [whole = "", decimals] = plain.split(".");
  if (signs === undefined) return writtenByIntl(plain, locale, decimals?.length ?? 0);
  const grouped =
    whole.length < signs.groupedFrom ? whole : whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, signs.group);
  return decimals === undefined ? grouped : `${grouped}${signs.decimal}${decimals}`;
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
  // Intl reads a decimal text as it stands.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return format.format(plain as `${number}`);
}

/**
 * An amount as people of a locale read it: their grouping and decimal separator, always two decimals,
 * a real minus sign (U+2212), no currency.
 */
export function displayMoney(money: Money, locale: string): string {
  const size = write(formatMoney(money < 0n ? -money : money), locale);
  return money < 0n ? `\u2212${size}` : size;
}

/** Odds as people of a locale read them: at least two decimals, up to four. */
export function displayOdds(odds: Odds, locale: string): string {
  return write(formatOdds(odds), locale);
}

/**
 * A count as people of a locale read it, with their grouping.
 * @throws RangeError for what is no whole number of zero or more
 */
export function displayCount(count: number, locale: string): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`no count: ${count}`);
  return write(String(count), locale);
}
