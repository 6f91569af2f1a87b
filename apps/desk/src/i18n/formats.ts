import { displayMoney, displayOdds, parseMoney, parseOdds } from "@lotus/money";

/** Formats an amount of the API ("-1234.50") for a locale, with its currency behind it. */
export function showMoney(wire: string, locale: string, currency: string): string {
  const negative = wire.startsWith("-");
  const parsed = parseMoney(negative ? wire.slice(1) : wire);
  if (!parsed.ok) return wire;
  const figure = displayMoney(negative ? -parsed.value : parsed.value, locale);
  return currency === "" ? figure : `${figure}\u00a0${currency}`;
}

/** Formats odds of the API for a locale. */
export function showOdds(wire: string, locale: string): string {
  const parsed = parseOdds(wire);
  return parsed.ok ? displayOdds(parsed.value, locale) : wire;
}

/** The zones of the one country that writes the month first. */
const MONTH_FIRST = /^(?:America\/|US\/|Pacific\/Honolulu)/u;

/**
 * The locale whose form days have for a reader of a language: their browser's, if it has the language with a region. Plain
 * American English says nothing about its reader, since browsers come with it: a house outside America has the day first.
 */
export function dateLocale(locale: string, languages: readonly string[], timeZone: string): string {
  const [language = ""] = locale.split("-");
  const own = languages.find((tag) => tag.startsWith(`${language}-`)) ?? locale;
  return own === "en-US" && !MONTH_FIRST.test(timeZone) ? "en-GB" : own;
}

// Creating an Intl format costs a thousand times more than using one.
const formats = new Map<string, Intl.DateTimeFormat>();

/** A time in the operator's time zone, to the second, wherever the desk is used. */
export function showTime(epochMs: number, locale: string, timeZone: string): string {
  const key = `${locale}/${timeZone}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    formats.set(key, format);
  }
  return format.format(epochMs);
}

/** Formats a decimal of the API, such as an amount of another currency, for a locale, with all its digits. */
export function showDecimal(wire: string, locale: string): string {
  const match = /^(\d+)(?:\.(\d+))?$/u.exec(wire);
  if (match === null) return wire;
  const [, whole = "0", fraction] = match;
  const separator = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal");
  const grouped = new Intl.NumberFormat(locale).format(BigInt(whole));
  return fraction === undefined ? grouped : `${grouped}${separator?.value ?? "."}${fraction}`;
}

/** Formats a calendar day ("2026-11-21") for a locale. */
export function showDay(day: string, locale: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return format.format(at);
}

type DatePart = "day" | "month" | "year";

/** The parts of a day in the order of a locale. */
function orderOf(dates: string): readonly DatePart[] {
  const parts = new Intl.DateTimeFormat(dates, { year: "numeric", month: "2-digit", day: "2-digit" });
  return parts
    .formatToParts(0)
    .flatMap(({ type }) => (type === "day" || type === "month" || type === "year" ? [type] : []));
}

/** How a day is typed in a locale, such as "dd/mm/yyyy". */
export function dayPattern(dates: string): string {
  const pattern = { day: "dd", month: "mm", year: "yyyy" };
  return orderOf(dates)
    .map((part) => pattern[part])
    .join(dates.startsWith("en-CA") ? "-" : "/");
}

/** Reads a day that is typed in the order of a locale, or with the year first: "2026-11-21"; undefined if it is none. */
export function readDay(typed: string, dates: string): string | undefined {
  const figures = typed.match(/\d+/gu) ?? [];
  const order = figures[0]?.length === 4 ? (["year", "month", "day"] as const) : orderOf(dates);
  const of = (part: DatePart): string => figures[order.indexOf(part)] ?? "";
  const day = `${of("year")}-${of("month").padStart(2, "0")}-${of("day").padStart(2, "0")}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  // A day that the month does not have becomes one of the next.
  const exists = figures.length === 3 && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
  return exists ? day : undefined;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A duration in its largest whole unit, rounded down; in days from two days on. */
export function showSpan(ms: number, locale: string): string {
  const [unit, unitMs] =
    ms < HOUR_MS
      ? (["minute", MINUTE_MS] as const)
      : ms < 2 * DAY_MS
        ? (["hour", HOUR_MS] as const)
        : (["day", DAY_MS] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(
    Math.floor(ms / unitMs),
  );
}
