/** A date of the civil calendar, month 1–12. */
export interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Formatters are expensive to create, so those of the zones in use are kept. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATTERS = 200;

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(timeZone, made);
  return made;
}

/** Local time of the zone at an instant, as if it were UTC (epoch ms, whole seconds). */
function wallClock(at: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Offset of the zone from UTC at an instant, in milliseconds, positive to the east. */
export function offsetAt(at: number, timeZone: string): number {
  return wallClock(at, timeZone) - Math.floor(at / 1000) * 1000;
}

/** Local date of the zone at an instant (epoch ms). */
export function dateOf(at: number, timeZone: string): LocalDate {
  return fromUtc(wallClock(at, timeZone));
}

/** The date `days` later (or earlier, when negative). */
export function nextDate({ year, month, day }: LocalDate, days: number): LocalDate {
  return fromUtc(Date.UTC(year, month - 1, day + days));
}

/** Parses a date in the form yyyymmdd; null if it does not exist. */
export function parseDate(text: string): LocalDate | null {
  if (!/^\d{8}$/.test(text)) return null;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6))];
  const real = fromUtc(Date.UTC(year, month - 1, day));
  return real.year === year && real.month === month && real.day === day ? real : null;
}

/**
 * The instant (epoch ms) at which the zone's clock shows this date and minute of the day (1440 is the next
 * midnight): the first one if it occurs twice, the end of the gap if it is skipped.
 */
export function instantOf({ year, month, day }: LocalDate, minutes: number, timeZone: string): number {
  const wanted = Date.UTC(year, month - 1, day) + minutes * MINUTE_MS;
  // Only the offsets of a day before and a day after can apply at the wanted time.
  const offsets = [-24, 24].map((hours) => {
    const near = wanted + hours * HOUR_MS;
    return wallClock(near, timeZone) - near;
  });
  const instants = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  for (const instant of instants) if (wallClock(instant, timeZone) === wanted) return instant;
  return firstShowing(wanted, Math.min(...instants), Math.max(...instants), timeZone);
}

/** The first whole second in (low, high] at which the clock shows `wanted` or later. */
function firstShowing(wanted: number, low: number, high: number, timeZone: string): number {
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (wallClock(middle, timeZone) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

function fromUtc(at: number): LocalDate {
  const date = new Date(at);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
