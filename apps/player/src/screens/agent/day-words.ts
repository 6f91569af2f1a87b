/** "21/11/2026" as the locale writes it: a calendar day, whatever the reader's time zone. */
export function dayText(day: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: "UTC",
  });
  return format.format(Date.parse(day));
}
