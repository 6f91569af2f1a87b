import { type Day, type Days, noonOf } from "./report-days.ts";

// Creating an Intl format costs far more than using one.
const made = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string): Intl.DateTimeFormat {
  let format = made.get(locale);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric" });
    made.set(locale, format);
  }
  return format;
}

/** "21/11" as the locale writes it. */
export function dayText(day: Day, locale: string): string {
  return formatOf(locale).format(noonOf(day));
}

/** "15/11 – 21/11" as the locale writes it, one day alone where there is only one. */
export function daysText({ from, to }: Days, locale: string): string {
  return formatOf(locale).formatRange(noonOf(from), noonOf(to));
}

/** The day of the month alone, for the label of a bar. */
export function dateOfMonth(day: Day): string {
  return String(Number(day.slice(8)));
}
