import { type Day, type Days, noonOf } from "./days.ts";

/** A format by locale: creating one costs far more than using it. */
function formats(options: Intl.DateTimeFormatOptions): (locale: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (locale) => {
    const format = made.get(locale) ?? new Intl.DateTimeFormat(locale, options);
    made.set(locale, format);
    return format;
  };
}

const dayFormat = formats({ day: "numeric", month: "numeric" });
const spanFormat = formats({ day: "numeric", month: "numeric", year: "numeric" });
const monthFormat = formats({ month: "numeric", year: "numeric" });

/** "21/11" as the locale writes it. */
export function dayText(day: Day, locale: string): string {
  return dayFormat(locale).format(noonOf(day));
}

/** "15/11 – 21/11" as the locale writes it, one day alone where there is only one. */
export function daysText({ from, to }: Days, locale: string): string {
  return dayFormat(locale).formatRange(noonOf(from), noonOf(to));
}

/** As `daysText`, with the year. */
export function spanText({ from, to }: Days, locale: string): string {
  return spanFormat(locale).formatRange(noonOf(from), noonOf(to));
}

/** "11/2026" as the locale writes it. */
export function monthText(day: Day, locale: string): string {
  return monthFormat(locale).format(noonOf(day));
}

/** The day of the month alone, for the label of a bar. */
export function dateOfMonth(day: Day): string {
  return String(Number(day.slice(8)));
}
