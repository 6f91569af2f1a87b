import { tidyTyped } from "@lotus/money";

type Part = "year" | "month" | "day";

/** The order in which a language writes the figures of a day. */
function orderOf(locale: string): readonly Part[] {
  return new Intl.DateTimeFormat(locale, { year: "numeric", month: "2-digit", day: "2-digit" })
    .formatToParts(0)
    .flatMap(({ type }) => (type === "year" || type === "month" || type === "day" ? [type] : []));
}

/**
 * A day as "2026-11-21", typed in the order of a language or with the year first, with the month in figures or by its name, with
 * or without separators. Undefined if the text is no date. The year may have two digits.
 */
export function readDay(typed: string, locale: string): string | undefined {
  const parts = partsOf(typed, locale);
  if (parts === undefined) return undefined;
  const day = `${parts.year}-${parts.month.padStart(2, "0")}-${parts.day.padStart(2, "0")}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  // A day that the month does not have becomes one of the next.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : undefined;
}

/** What is wrong with a text that `readDay` does not take for a day: how it is written, or its month or day. */
export function dayProblem(typed: string, locale: string): "format" | "no-month" | "no-day" {
  const parts = partsOf(typed, locale);
  if (parts === undefined) return "format";
  return Number(parts.month) < 1 || Number(parts.month) > 12 ? "no-month" : "no-day";
}

/** The figures of a typed day, by what they mean; undefined if there are not three. */
function partsOf(typed: string, locale: string): Readonly<Record<Part, string>> | undefined {
  const text = tidyTyped(typed);
  const month = namedMonth(text, locale);
  const figures = /^\d{8}$/u.test(text) ? inFigures(text, orderOf(locale)) : (text.match(/\d+/gu) ?? []);
  const isYearFirst = (figures[0] ?? "").length === 4 && !/^\d{8}$/u.test(text);
  const order = isYearFirst
    ? (["year", "month", "day"] as const)
    : month === undefined
      ? orderOf(locale)
      : (["day", "year"] as const);
  const left = month === undefined ? order : order.filter((part) => part !== "month");
  if (figures.length !== left.length) return undefined;
  const of = (part: Part): string => figures[left.indexOf(part)] ?? "";
  const year = fullYear(of("year"));
  return year === undefined ? undefined : { year, month: month ?? of("month"), day: of("day") };
}

/** Of two figures the latest year that is not beyond the next. */
function fullYear(figures: string): string | undefined {
  if (figures.length === 4) return figures;
  if (figures.length !== 2) return undefined;
  const next = new Date().getFullYear() + 1;
  return String(next - ((next - Number(figures)) % 100));
}

const bareWord = (word: string) => word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The number of the month that a text names in a language, in full or from its first three letters. */
function namedMonth(text: string, locale: string): string | undefined {
  const word = bareWord(text)
    .match(/\p{L}{3,}/gu)
    ?.at(0);
  if (word === undefined) return undefined;
  const long = new Intl.DateTimeFormat(locale, { month: "long" });
  const names = Array.from({ length: 12 }, (_, at) => bareWord(long.format(new Date(2001, at, 15))));
  const fitting = names.flatMap((name, at) =>
    /^\p{L}+$/u.test(name) && name.startsWith(word) ? [at + 1] : [],
  );
  return fitting.length === 1 ? String(fitting[0]) : undefined;
}

/** Eight digits without signs between them. */
function inFigures(text: string, order: readonly Part[]): readonly string[] {
  let at = 0;
  return order.map((part) => text.slice(at, (at += part === "year" ? 4 : 2)));
}

/** Midnight of a day in the player's zone, in epoch milliseconds; undefined for what is no day. */
export function dayAt(day: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/u.exec(day) ?? [];
  return year === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(date)).getTime();
}
