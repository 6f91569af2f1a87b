import { tidyTyped } from "@lotus/money";

type Part = "year" | "month" | "day";

/** The order in which a language writes the figures of a day. */
function orderOf(locale: string): readonly Part[] {
  return new Intl.DateTimeFormat(locale, { year: "numeric", month: "2-digit", day: "2-digit" })
    .formatToParts(0)
    .flatMap(({ type }) => (type === "year" || type === "month" || type === "day" ? [type] : []));
}

/**
 * A day as "2026-11-21", typed in the order of a language or with the year first, with any signs between its figures or
 * none; undefined if it is none.
 */
export function readDay(typed: string, locale: string): string | undefined {
  const text = tidyTyped(typed);
  const order = /^\d{4}\D/u.test(text) ? (["year", "month", "day"] as const) : orderOf(locale);
  const figures = /^\d{8}$/u.test(text) ? inFigures(text, order) : (text.match(/\d+/gu) ?? []);
  const of = (part: Part): string => figures[order.indexOf(part)] ?? "";
  const day = `${of("year")}-${of("month").padStart(2, "0")}-${of("day").padStart(2, "0")}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  // A day that the month does not have becomes one of the next.
  const exists = figures.length === 3 && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
  return exists ? day : undefined;
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
