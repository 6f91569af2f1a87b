/** Days of the operator's calendar ("2026-11-21") and the instants they begin at. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Offset of a zone from UTC at an instant, in milliseconds, positive to the east. */
function offsetAt(instantMs: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return local - Math.floor(instantMs / 1000) * 1000;
}

/** Offset of a zone from UTC at an instant, as "UTC+7" or "UTC−3:30". */
export function showOffset(instantMs: number, timeZone: string): string {
  const minutes = Math.round(offsetAt(instantMs, timeZone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/** The instant a day begins in a zone; undefined for an invalid day. */
export function dayStart(day: string, timeZone: string): number | undefined {
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(utc)) return undefined;
  // The offset at the day's start, not at midnight UTC: they differ if clocks change that night.
  const near = utc - offsetAt(utc, timeZone);
  return utc - offsetAt(near, timeZone);
}

/** The end of a day, exclusive: the instant the next day begins. */
export function dayEnd(day: string, timeZone: string): number | undefined {
  const utc = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(utc)
    ? undefined
    : dayStart(new Date(utc + 86_400_000).toISOString().slice(0, 10), timeZone);
}

/** The day of an instant in a zone. */
export function dayOf(instantMs: number, timeZone: string): string {
  return new Date(instantMs + offsetAt(instantMs, timeZone)).toISOString().slice(0, 10);
}
