/** Days of the operator's calendar, as "2026-11-21", and the moments they begin at. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that a zone lies east of UTC at an instant. */
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

/** When a day begins in a zone; undefined for what is no day. */
export function dayStart(day: string, timeZone: string): number | undefined {
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(utc)) return undefined;
  // The offset at the day's start, not at midnight in Greenwich: they differ where clocks change that night.
  const near = utc - offsetAt(utc, timeZone);
  return utc - offsetAt(near, timeZone);
}

/** When the day after begins: the end of a day, exclusive. */
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
