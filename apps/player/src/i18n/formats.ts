import {
  displayCount,
  displayMoney,
  displayOdds,
  parseMoney,
  parseOdds,
  type Money,
  type Odds,
} from "@lotus/money";

/** Locale-dependent formats of amounts, numbers and times. */
export interface Formats {
  /** An amount, from the wire ("1234.50") or as Money: always two decimals. `signed` adds + or −. */
  money: (amount: string | Money, options?: { signed?: boolean }) => string;
  /** Odds, from the wire ("9.80") or as Odds. */
  odds: (value: string | Odds) => string;
  /** A plain number, without decimals by default. */
  number: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** "21/11/2026" in the player's zone. */
  date: (epochMs: number) => string;
  /** "09:41:17" in the player's zone. */
  time: (epochMs: number) => string;
  /** "09:41" in the player's zone. */
  clock: (epochMs: number) => string;
  /** "21/11 09:41" in the player's zone. */
  dateTime: (epochMs: number) => string;
  /** Decimal separator, for input fields. */
  decimalSign: string;
}

// Creating an Intl format costs far more than using one.
const made = new Map<string, Formats>();

/** The formats of a locale; the same object each time. */
export function formatsOf(locale: string): Formats {
  let formats = made.get(locale);
  if (formats === undefined) {
    formats = makeFormats(locale);
    made.set(locale, formats);
  }
  return formats;
}

function makeFormats(locale: string): Formats {
  const numbers = new Map<string, Intl.NumberFormat>();
  const format = (options: Intl.DateTimeFormatOptions) =>
    onFirstUse(() => new Intl.DateTimeFormat(locale, options));
  const date = format({ year: "numeric", month: "2-digit", day: "2-digit" });
  const clock = (epochMs: number) => clockParts(epochMs).slice(0, 2).join(clockSign(locale));
  return {
    money: (amount, { signed = false } = {}) => {
      const value = typeof amount === "bigint" ? amount : wireMoney(amount);
      return signed && value > 0n ? `+${displayMoney(value, locale)}` : displayMoney(value, locale);
    },
    odds: (value) => displayOdds(typeof value === "bigint" ? value : wireOdds(value), locale),
    number: (value, options) => {
      if (options === undefined && Number.isSafeInteger(value) && value >= 0)
        return displayCount(value, locale);
      const key = JSON.stringify(options);
      let format = numbers.get(key);
      if (format === undefined) numbers.set(key, (format = new Intl.NumberFormat(locale, options)));
      return format.format(value);
    },
    date: (epochMs) => date().format(epochMs),
    time: (epochMs) => clockParts(epochMs).join(clockSign(locale)),
    clock,
    dateTime: (epochMs) => `${withoutYear(date(), epochMs)} ${clock(epochMs)}`,
    decimalSign: displayMoney(1_00n, locale).charAt(1),
  };
}

// The time of day is formatted most often, and only Indonesian has another separator: without Intl it costs nothing.
const clockSign = (locale: string) => (locale.startsWith("id") ? "." : ":");

/** Hours, minutes and seconds in the player's zone, two digits each. */
function clockParts(epochMs: number): string[] {
  const at = new Date(epochMs);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, "0"));
}

/** Creates a format on its first use: the formats of time alone take a slow phone a tenth of a second. */
function onFirstUse<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}

/**
 * Day and month as they appear within the locale's full date. Formatted without a year, some locales use other
 * separators.
 */
function withoutYear(date: Intl.DateTimeFormat, epochMs: number): string {
  const parts = date.formatToParts(epochMs);
  const year = parts.findIndex(({ type }) => type === "year");
  // The separator next to the year is removed with it: the one before it, or the one after it if the year comes first.
  const sign = year === 0 ? 1 : year - 1;
  return parts
    .filter((_, at) => at !== year && at !== sign)
    .map(({ value }) => value)
    .join("");
}

function wireMoney(text: string): Money {
  const read = parseMoney(text);
  if (!read.ok) throw new Error(`not money: ${text}`);
  return read.value;
}

function wireOdds(text: string): Odds {
  const read = parseOdds(text);
  if (!read.ok) throw new Error(`not odds: ${text}`);
  return read.value;
}
